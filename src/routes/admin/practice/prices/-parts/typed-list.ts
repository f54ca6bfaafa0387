import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import type { PriceList } from '#contract/schemas/price-list.ts'
import { isRecord } from '#contract/values.ts'
import { today } from '#src/lib/dates.ts'
import { type Draft, draftOf } from '#src/session/drafts.ts'
import type { RowActions } from './price-rows.tsx'
import { type Row, emptyRow, rowOf } from './rows.ts'

export interface PriceEditorProps {
  practiceId: string
  list: PriceList
}

interface Typed {
  /** Version of the published list that the rows are based on. */
  version: number
  validFrom: string
  rows: readonly Row[]
}

type Change = (next: (before: Typed) => Typed) => void

const isRow = (value: unknown): value is Row =>
  isRecord(value) && ['id', 'category', 'description', 'price'].every((name) => typeof value[name] === 'string')

/** Returns the typed list, and functions that change and keep it until it is published. */
export function useTypedList({ practiceId, list }: PriceEditorProps) {
  const stored = useMemo<Typed>(
    () => ({ version: list.version, validFrom: list.validFrom ?? today(), rows: list.items.map(rowOf) }),
    [list],
  )
  // A new version replaces what the form shows, unless something has been typed.
  const [typed, setTyped] = useState(() => typedIn(draftOf('price-list', practiceId).read()))
  // Session storage is an external system.
  useEffect(() => {
    const draft = draftOf('price-list', practiceId)
    if (typed) draft.keep({ values: { ...typed }, base: { ...stored } })
    else draft.forget()
  }, [typed, stored, practiceId])
  const change = useCallback<Change>((next) => setTyped((before) => next(before ?? stored)), [stored])
  return {
    typed: typed ?? stored,
    change,
    isChanged: typed !== undefined,
    discard: () => setTyped(undefined),
    /** Forgets what was published as `version`, and keeps what has been typed meanwhile. */
    published: (version: number) => setTyped((now) => (now === typed || !now ? undefined : { ...now, version })),
  }
}

function typedIn(draft: Draft | undefined): Typed | undefined {
  const { version, validFrom, rows } = draft?.values ?? {}
  if (!Array.isArray(rows)) return undefined
  return {
    // A draft of an earlier release has no version. Publishing it asks first, if there is a list.
    version: Number(version ?? 0),
    validFrom: String(validFrom),
    // The ids of a draft may repeat those of new rows.
    rows: rows.filter(isRow).map((row) => ({ ...emptyRow(), ...row, id: emptyRow().id })),
  }
}

/** Stable functions, so that a change renders one row only. */
export function useRowActions(change: Change, form: RefObject<HTMLFormElement | null>): RowActions {
  return useMemo(() => {
    const changeRows = (next: (rows: readonly Row[]) => readonly Row[]) =>
      change((before) => ({ ...before, rows: next(before.rows) }))
    return {
      change: (row) => changeRows((rows) => rows.map((one) => (one.id === row.id ? row : one))),
      move: (id, by) => changeRows((rows) => moved(rows, id, by)),
      remove: (id) => changeRows((rows) => rows.filter((row) => row.id !== id)),
      addBelow(id) {
        const added = emptyRow()
        changeRows((rows) => {
          const at = id === '' ? rows.length - 1 : rows.findIndex((row) => row.id === id)
          return [...rows.slice(0, at + 1), { ...added, category: rows[at]?.category ?? '' }, ...rows.slice(at + 1)]
        })
        // After the render that adds the row.
        requestAnimationFrame(() =>
          form.current
            ?.querySelector<HTMLElement>(
              `[data-row="${added.id}"] [data-field="${id === '' ? 'category' : 'description'}"]`,
            )
            ?.focus(),
        )
      },
    }
  }, [change, form])
}

function moved(rows: readonly Row[], id: string, by: -1 | 1): readonly Row[] {
  const from = rows.findIndex((row) => row.id === id)
  const [row, other] = [rows[from], rows[from + by]]
  if (!row || !other) return rows
  return rows.map((one) => (one === row ? other : one === other ? row : one))
}
