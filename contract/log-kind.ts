/** Filter of the log entries. By default, changes and viewing as a client. */
export const LOG_KINDS = ['changes', 'reads', 'all'] as const
export type LogKind = (typeof LOG_KINDS)[number]

/** Returns the filter in a URL; `changes` for an unknown value. */
export const readLogKind = (value: unknown): LogKind => LOG_KINDS.find((kind) => kind === value) ?? 'changes'
