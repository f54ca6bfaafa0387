import { useMutation } from '@tanstack/react-query'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { CSV_TYPES } from '#contract/csv-import.ts'
import { IMPORT_REASONS } from '#contract/imports.ts'
import { MAX_PRICE_ITEMS, type PriceField } from '#contract/price-list.ts'
import type { PriceCsv, PriceItem, PriceList } from '#contract/schemas/price-list.ts'
import { priceMutations, readPricesOf } from '#src/api/prices.ts'
import { isRecord } from '#contract/values.ts'
import { CsvButton } from '#src/features/csv-button.tsx'
import { Reason } from '#src/features/imports/reason.tsx'
import { PriceSections } from '#src/features/prices/price-sections.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { today } from '#src/lib/dates.ts'
import { saveCsv } from '#src/lib/files/save.ts'
import { showMessage } from '#src/lib/messages.ts'
import { draftOf } from '#src/session/drafts.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import { FileInput } from '#src/ui/forms/file-input.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { PriceRows, type RowActions } from './price-rows.tsx'
import styles from './prices.module.css'
import { type Row, csvOf, emptyRow, isEmptyRow, itemOf, rowOf } from './rows.ts'

const ACCEPT = ['.csv', '.txt', ...CSV_TYPES].join(',')

interface PriceEditorProps {
  practiceId: string
  list: PriceList
}

interface Typed {
  validFrom: string
  rows: readonly Row[]
}

const isRow = (value: unknown): value is Row =>
  isRecord(value) && ['id', 'category', 'description', 'price'].every((name) => typeof value[name] === 'string')

/** Returns the typed list and a function that changes and keeps it, until it is published. */
function useTypedList({ practiceId, list }: PriceEditorProps) {
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
  const change = useCallback((next: (before: Typed) => Typed) => setTyped(next), [])
  // Session storage is an external system.
  useEffect(() => {
    if (typed !== stored) draftOf('price-list', practiceId).keep({ values: { ...typed }, base: { ...stored } })
  }, [typed, stored, practiceId])
  return {
    typed,
    change,
    isChanged: typed !== stored,
    discard() {
      draft.forget()
      setTyped(stored)
    },
    forget: draft.forget,
  }
}

/** Form for the price list, with its import from a CSV file and a preview. */
export function PriceEditor({ practiceId, list }: PriceEditorProps) {
  const intl = useIntl()
  const form = useRef<HTMLFormElement>(null)
  const { typed, change, isChanged, discard, forget } = useTypedList({ practiceId, list })
  const [wrong, setWrong] = useState<ReadonlyMap<string, PriceField>>(new Map())
  const [problem, setProblem] = useState<ReactNode>()
  const [preview, setPreview] = useState<readonly PriceItem[]>()
  const publish = useMutation(priceMutations.publish(practiceId, list.version))
  const actions = useRowActions(change, form)

  /** Returns the items of the rows that are not empty; marks wrong rows and focuses the first one. */
  function checkedItems(): PriceItem[] | undefined {
    const checked = typed.rows.filter((row) => !isEmptyRow(row)).map((row) => ({ row, read: itemOf(row) }))
    const marks = checked.flatMap(({ row, read }) => ('wrong' in read ? [[row.id, read.wrong] as const] : []))
    setWrong(new Map(marks))
    const [first] = marks
    if (first) {
      setProblem(<FormattedMessage id="admin.prices.wrong" values={{ count: marks.length }} />)
      form.current?.querySelector<HTMLElement>(`[data-row="${first[0]}"] [data-field="${first[1]}"]`)?.focus()
      return undefined
    }
    setProblem(undefined)
    return checked.flatMap(({ read }) => ('item' in read ? [read.item] : []))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const items = checkedItems()
    if (!items) return
    if (typed.validFrom === '') return setProblem(<FormattedMessage id="admin.prices.noDate" />)
    if (items.length > MAX_PRICE_ITEMS) return setProblem(<FormattedMessage id="admin.prices.tooMany" />)
    try {
      await publish.mutateAsync({ validFrom: typed.validFrom, items })
      forget()
      showMessage('success', 'admin.prices.published')
    } catch (error) {
      const isConflict = error instanceof CallError && error.status === 412
      setProblem(<FormattedMessage id={isConflict ? 'admin.prices.conflict' : 'admin.prices.notPublished'} />)
    }
  }

  return (
    <Panel as="section" aria-labelledby="price-form">
      <PanelHead>
        <h2 id="price-form">
          <FormattedMessage id="admin.prices.title" />
        </h2>
        {list.items.length > 0 && (
          <CsvButton
            variant="ghost"
            label="admin.prices.csv"
            name="admin.prices.csv"
            save={async () =>
              saveCsv([intl.formatMessage({ id: 'core.prices.title' }), list.validFrom], csvOf(list.items, intl))
            }
          />
        )}
      </PanelHead>
      <div className={styles.part}>
        <FromCsv
          practiceId={practiceId}
          onItems={(items) => change((before) => ({ ...before, rows: items.map(rowOf) }))}
        />
      </div>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.part}>
          {isChanged && (
            <Message kind="info">
              <FormattedMessage id="admin.prices.unpublished" />
            </Message>
          )}
          {problem && <Message kind="error">{problem}</Message>}
          <div className={styles.date}>
            <DateInput
              required
              label={<FormattedMessage id="admin.prices.validFrom" />}
              value={typed.validFrom || null}
              onChange={(validFrom) => change((before) => ({ ...before, validFrom }))}
              onClear={() => change((before) => ({ ...before, validFrom: '' }))}
            />
          </div>
          <p className="muted small">
            <FormattedMessage id="admin.prices.help" />
          </p>
          <PriceRows rows={typed.rows} wrong={wrong} {...actions} />
          <div className="row">
            <Button variant="secondary" icon={Plus} onClick={() => actions.addBelow('')}>
              <FormattedMessage id="admin.prices.add" />
            </Button>
          </div>
        </div>
        <PanelFoot sticky>
          {isChanged && (
            <Button variant="ghost" onClick={discard}>
              <FormattedMessage id="core.buttons.discard" />
            </Button>
          )}
          <Button variant="secondary" onClick={() => setPreview(checkedItems())}>
            <FormattedMessage id="admin.prices.preview" />
          </Button>
          <Button type="submit" variant="primary" busy={publish.isPending}>
            <FormattedMessage id="admin.prices.publish" />
          </Button>
        </PanelFoot>
      </form>
      {preview && (
        <Dialog title={<FormattedMessage id="admin.prices.preview" />} onClose={() => setPreview(undefined)}>
          <PriceSections items={preview} />
        </Dialog>
      )}
    </Panel>
  )
}

/** Stable functions, so that a change renders one row only. */
function useRowActions(
  change: (next: (before: Typed) => Typed) => void,
  form: { readonly current: HTMLFormElement | null },
): RowActions {
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

/** Reads the items of a CSV file into the form, and names the rows that were left out. */
function FromCsv({ practiceId, onItems }: { practiceId: string; onItems: (items: readonly PriceItem[]) => void }) {
  const [read, setRead] = useState<PriceCsv>()
  const [error, setError] = useState<ReactNode>()
  async function load(file: File) {
    setRead(undefined)
    setError(undefined)
    try {
      const csv = await readPricesOf(practiceId, file)
      setRead(csv)
      if (csv.items.length > 0) onItems(csv.items)
    } catch (cause) {
      if (!(cause instanceof CallError)) return
      const code = IMPORT_REASONS.find((reason) => Object.values(cause.fields).includes(reason))
      setError(
        code === undefined || code === 'otherColumns' ? (
          <FormattedMessage id="admin.prices.unreadable" />
        ) : (
          <Reason code={code} reason={code} isCsv />
        ),
      )
    }
  }
  return (
    <>
      <FileInput
        label={<FormattedMessage id="admin.prices.file" />}
        hint={<FormattedMessage id="admin.prices.fileHint" />}
        accept={ACCEPT}
        preview={<Tile icon={FileSpreadsheet} />}
        buttonLabel={<FormattedMessage id="admin.csvImport.choose" />}
        error={error}
        onFile={(file) => void load(file)}
      />
      {read && (
        <Message kind={read.problems.length > 0 ? 'warning' : 'success'}>
          <FormattedMessage id="admin.prices.read" values={{ count: read.items.length, left: read.problems.length }} />
        </Message>
      )}
      {read && read.problems.length > 0 && (
        <ul className={styles.problems}>
          {read.problems.map((one) => (
            <li key={one.line}>
              <FormattedMessage
                id="admin.prices.problem"
                values={{ line: one.line, column: one.column ?? '', reason: <Reason {...one} isCsv /> }}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
