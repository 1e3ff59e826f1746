# What is made anew at every rendering without a cluster: generated keys and passwords.
s/^(  (VESTIBULE_(SERVICE|SEAL|TOKEN|PUSH)_KEY|[a-z]+-password|sip-secret): ).{20,}$/\1GENERATED/
