/** A file of `locales/`. */
export type MessageTree = { readonly [key: string]: string | MessageTree }

/** The ids of the messages of a file: their keys, joined by dots. */
export type MessageIdOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Key : `${Key}.${MessageIdOf<Tree[Key]>}`
}[keyof Tree & string]

/** The messages of a file by their ids. */
export function messagesOf(tree: MessageTree, prefix = ''): [id: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [id: string, text: string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : messagesOf(value, `${prefix}${key}.`),
  )
}
