import { useMutation, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { MAX_PRICE_ITEMS, type PriceField } from '#contract/price-list.ts'
import type { PriceItem } from '#contract/schemas/price-list.ts'
import { isStale } from '#src/api/practice-mutations.ts'
import { priceMutations, priceQueries } from '#src/api/prices.ts'
import { CsvButton } from '#src/features/csv-button.tsx'
import { PriceSections } from '#src/features/prices/price-sections.tsx'
import { saveCsv } from '#src/lib/files/save.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { Dialog } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { DateInput } from '#src/ui/forms/date-input.tsx'
import { takeFocus } from '#src/ui/forms/form.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { PriceRows } from './price-rows.tsx'
import { PricesFromCsv } from './prices-from-csv.tsx'
import styles from './prices.module.css'
import { csvOf, isEmptyRow, itemOf, rowOf } from './rows.ts'
import { type PriceEditorProps, useRowActions, useTypedList } from './typed-list.ts'

/** Editor of the price list, with its import from a CSV file. */
export function PriceEditor({ practiceId, list }: PriceEditorProps) {
  const intl = useIntl()
  const typedList = useTypedList({ practiceId, list })
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
        <PricesFromCsv
          // Without the report of a file whose prices have been published.
          key={list.version}
          practiceId={practiceId}
          onItems={(items) => typedList.change((before) => ({ ...before, rows: items.map(rowOf) }))}
        />
      </div>
      <PriceForm practiceId={practiceId} typedList={typedList} />
    </Panel>
  )
}

interface PriceFormProps {
  practiceId: string
  typedList: ReturnType<typeof useTypedList>
}

/** Form for the rows and the first day of the list, with a preview. */
function PriceForm({ practiceId, typedList }: PriceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { typed, change, isChanged, discard } = typedList
  const { validFrom, rows } = typed
  const [preview, setPreview] = useState<readonly PriceItem[]>()
  const { wrong, problem, isPublishing, checkedItems, submit } = usePublication({ practiceId, typedList, form })
  const actions = useRowActions(change, form)
  return (
    <>
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
              value={validFrom || null}
              onChange={(day) => change((before) => ({ ...before, validFrom: day }))}
              onClear={() => change((before) => ({ ...before, validFrom: '' }))}
            />
          </div>
          <p className="muted small">
            <FormattedMessage id="admin.prices.help" />
          </p>
          <PriceRows rows={rows} wrong={wrong} {...actions} />
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
          <Button type="submit" variant="primary" busy={isPublishing}>
            <FormattedMessage id="admin.prices.publish" />
          </Button>
        </PanelFoot>
      </form>
      {preview && (
        <Dialog title={<FormattedMessage id="admin.prices.preview" />} onClose={() => setPreview(undefined)}>
          <PriceSections items={preview} />
        </Dialog>
      )}
    </>
  )
}

/** Checks and publishes the typed list; returns what to show about its errors. */
function usePublication({
  practiceId,
  typedList: { typed, change, published },
  form,
}: PriceFormProps & { form: RefObject<HTMLFormElement | null> }) {
  const [wrong, setWrong] = useState<ReadonlyMap<string, PriceField>>(new Map())
  const [problem, setProblem] = useState<ReactNode>()
  const queryClient = useQueryClient()
  const publish = useMutation(priceMutations.publish(practiceId, typed.version))

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

  /** Shows and focuses a message, which is far above the pressed button of a long list. */
  const fail = (id: MessageId) =>
    setProblem(
      <span tabIndex={-1} ref={takeFocus}>
        <FormattedMessage id={id} />
      </span>,
    )

  async function submit(event: FormEvent) {
    event.preventDefault()
    const items = checkedItems()
    if (!items) return
    if (typed.validFrom === '') return fail('admin.prices.noDate')
    if (items.length > MAX_PRICE_ITEMS) return fail('admin.prices.tooMany')
    try {
      const { version } = await publish.mutateAsync({ validFrom: typed.validFrom, items })
      published(version)
      showMessage('success', 'admin.prices.published')
    } catch (error) {
      const isConflict = isStale(error)
      fail(isConflict ? 'admin.prices.conflict' : 'admin.prices.notPublished')
      // The mutation has refetched the list. The next press replaces that one.
      const theirs = queryClient.getQueryData(priceQueries.current(practiceId).queryKey)
      if (isConflict && theirs) change((before) => ({ ...before, version: theirs.version }))
    }
  }

  return { wrong, problem, isPublishing: publish.isPending, checkedItems, submit }
}
