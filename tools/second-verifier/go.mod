module candor.example/second-verifier

go 1.19
