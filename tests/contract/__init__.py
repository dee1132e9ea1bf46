"""Every name that is stored or sent, in the running code (`sections`) and as frozen (`names.json`)."""
