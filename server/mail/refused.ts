/** A mail server refused this mail, while it may take others. */
export class MailRefusedError extends Error {
  override name = 'MailRefusedError'
  /** Of SMTP, such as `550 5.1.1`: without the text, which may contain the address. */
  readonly code: string
  /** Trying again is of no use. */
  readonly isPermanent: boolean

  constructor(code: string, isPermanent: boolean, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.isPermanent = isPermanent
  }
}
