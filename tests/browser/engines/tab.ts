/** What a story needs of an engine, whatever drives it: a window with one page. */
export interface Tab {
  goto(url: string): Promise<void>
  /** Runs a function in the page, which knows nothing of what is around it here. */
  evaluate<Args extends unknown[], Answer>(
    inPage: (...args: Args) => Answer | Promise<Answer>,
    ...args: Args
  ): Promise<Answer>
  /** The pointer presses this point of the window, and lets go. */
  press(x: number, y: number): Promise<void>
  /** Into what has the focus; a new line is the Enter key. */
  type(text: string): Promise<void>
  resize(window: Size): Promise<void>
  /** The PDF of what the page prints on A4. */
  print(): Promise<Buffer>
  /** The errors so far that the page wrote to the console, or did not catch. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

export interface Size {
  width: number
  height: number
}

export interface Policy {
  /** Neither cookies nor storage, as a browser can be set to. */
  blocked: boolean
}

export type OpenTab = (policy: Policy) => Promise<Tab>
