/** Content of a file in `locales/`. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** Message ids of a file: its keys, joined by dots. */
export type MessageIdOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${MessageIdOf<Tree[Key]>}`
}[keyof Tree & string]

export function messagesOf(tree: MessageTree, prefix = ''): [id: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [id: string, text: string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : messagesOf(value, `${prefix}${key}.`),
  )
}
