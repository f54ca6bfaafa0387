/** A window with one page, in any engine. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Runs a function in the page, without its closure. */
  evaluate<Args extends unknown[], Answer>(
    inPage: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** Clicks a point of the window, in CSS pixels. */
  press(x: number, y: number): Promise<void>
  /** Types into the focused control; a line break presses Enter. */
  type(text: string): Promise<void>
  resize(window: Size): Promise<void>
  /** Prints the page as a PDF of A4 sheets. */
  print(): Promise<Buffer>
  /** Console errors and uncaught errors so far. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export interface Size {
  width: number
  height: number
}

export interface Policy {
  /** Whether the browser denies cookies and storage. */
  blocked: boolean
}

export type OpenTab = (policy: Policy) => Promise<Tab>
