export class MailRejectedError extends Error {
  override name = 'MailRejectedError'
  /** The SMTP code, such as `550 5.1.1`, without the text, which may contain the address. */
  readonly code: string
  /** Whether a retry is useless. */
  readonly isPermanent: boolean

  constructor(code: string, isPermanent: boolean, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.isPermanent = isPermanent
  }
}
