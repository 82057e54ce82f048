"""A server of several processes: one is called, some have the games, some work on questions.

`processes.py` starts them and notices when one dies, `proxy.py` hands a call on, `query_pool.py` lets
questions wait for a process of their own and ends them, `leases.py` says which process has a game,
`hosting.py` puts these together and decides where a call goes.
"""
