from deploy.child_process import Backoff


def test_a_part_that_dies_early_waits_longer_each_time_and_one_that_ran_does_not():
    now = 0.0
    backoff = Backoff(lambda: now)

    pauses = []
    for _ in range(7):
        pauses.append(backoff.died())
        now += pauses[-1]
        assert backoff.due
        backoff.born()
    now += Backoff.GROWN_UP + 1
    pauses.append(backoff.died())

    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 8.0, 0.25]
