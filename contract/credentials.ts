/** POST /user/authenticate */
export interface Credentials {
  username: string
  password: string
}
