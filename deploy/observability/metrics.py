"""What is counted and timed in this process. Labels are routes, kinds and names of code, never anything of a person."""

from prometheus_client import Counter, Histogram

FAST = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
SLOW = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0, 240.0)

REQUEST_SECONDS = Histogram(
    "ludex_request_seconds", "Time to answer a request.", ["method", "route", "status"], buckets=FAST
)
APPENDED_EVENTS = Counter("ludex_appended_events", "Events that were stored by this process.", ["stream"])
APPENDS = Counter("ludex_appends", "Writes to the log by this process, each of one event or more.", ["stream"])
TASK_SECONDS = Histogram("ludex_task_seconds", "Time that a task took.", ["task", "outcome"], buckets=SLOW)
