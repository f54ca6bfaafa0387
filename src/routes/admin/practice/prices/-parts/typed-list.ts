import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { PriceList } from '#contract/schemas/price-list.ts'
import { isRecord } from '#contract/values.ts'
import { today } from '#src/lib/dates.ts'
import { draftOf } from '#src/session/drafts.ts'
import type { RowActions } from './price-rows.tsx'
import { type Row, emptyRow, rowOf } from './rows.ts'

export interface PriceEditorProps {
  practiceId: string
  list: PriceList
}

interface Typed {
  validFrom: string
  rows: readonly Row[]
}

type Change = (next: (before: Typed) => Typed) => void

const isRow = (value: unknown): value is Row =>
  isRecord(value) && ['id', 'category', 'description', 'price'].every((name) => typeof value[name] === 'string')

/** Returns the typed list and a function that changes and keeps it, until it is published. */
export function useTypedList({ practiceId, list }: PriceEditorProps) {
  const draft = draftOf('price-list', practiceId)
  const [stored] = useState<Typed>(() => ({ validFrom: list.validFrom ?? today(), rows: list.items.map(rowOf) }))
  const [typed, setTyped] = useState<Typed>(() => {
    const values = draft.read()?.values
    const rows = values?.['rows']
    if (!Array.isArray(rows)) return stored
    // The ids of a draft may repeat those of new rows.
    return {
      validFrom: String(values?.['validFrom']),
      rows: rows.filter(isRow).map((row) => ({ ...emptyRow(), ...row, id: emptyRow().id })),
    }
  })
  // Session storage is an external system.
  useEffect(() => {
    if (typed !== stored) draftOf('price-list', practiceId).keep({ values: { ...typed }, base: { ...stored } })
  }, [typed, stored, practiceId])
  return {
    typed,
    change: setTyped,
    isChanged: typed !== stored,
    discard() {
      draft.forget()
      setTyped(stored)
    },
    forget: draft.forget,
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
