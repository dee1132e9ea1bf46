"""Who meets whom, and who takes which seat: draws that anyone can work out again from their stored inputs."""
