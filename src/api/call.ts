/** What is asked for, before it is. */
export interface Call {
  /** One of `contract/paths.ts`. */
  path: string
  search?: Readonly<Record<string, string | number | boolean | undefined>>
}

export const searchParamsOf = ({ search = {} }: Pick<Call, 'search'>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
