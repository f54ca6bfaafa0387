// Apart from the other rules of a password, for these two are constants that the first chunk names (spec §5 and §9).
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 100
