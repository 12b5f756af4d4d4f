-- Who registers is mailed a link beside the code, as whoever forgot a password is: no stranger's guesses lock it.
insert into mail_kind (kind) values ('code_register');
