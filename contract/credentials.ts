/** POST /user/authenticate */
export interface Credentials {
  username: string
  password: string
}

/** POST /password/change */
export interface PasswordChange {
  currentPassword: string
  newPassword: string
  /** Also ends the addresses of one's calendars, and the links to shared cards. */
  endLinks?: boolean | undefined
}
