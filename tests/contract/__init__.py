"""Every name that is stored or sent, as the running code has it (`sections`), and as it is to stay (`names.json`)."""
