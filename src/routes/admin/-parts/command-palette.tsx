import { useRouter } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { foldText } from '#contract/fold-name.ts'
import { cleanQuery, isSearchTooLong } from '#contract/text.ts'
import { useCan } from '#src/api/capabilities.ts'
import { useDebounce } from '#src/ui/forms/use-debounce.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Modal } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import styles from './command-palette.module.css'
import { QuickSearchOutcome, useFound } from '#src/features/clients/quick-search.tsx'
import { FoundOptions, type PalettePage, optionsOf } from './command-palette-options.tsx'
import { useSearchLabel } from '#src/features/clients/client-name.tsx'
import { openClientSheet } from '#src/features/sheet/client-link.tsx'

interface CommandPaletteProps {
  practiceId: string
  /** What it begins with. */
  find: string
  onFind: (query: string) => void
  /** Something was chosen. */
  onLeave: () => void
  onClose: () => void
}

/** Finds a client in both lists by the keyboard alone: a combobox whose options open the client's sheet or the list. */
export function CommandPalette({ practiceId, find, onFind, onLeave, onClose }: CommandPaletteProps) {
  const intl = useIntl()
  const router = useRouter()
  const label = useSearchLabel()
  const titleId = useId()
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(find)
  const [query, setQuery] = useState(find)
  // By its key: others may come before it.
  const [active, setActive] = useState<string>()
  const found = useFound(practiceId, query)
  const pages = usePages(query)
  // With the clients: what Enter opens does not change under the fingers.
  const options = optionsOf(
    found.isTogether ? found : { ...found, unregistered: undefined },
    found.pending ? [] : pages,
  )
  const wanted = cleanQuery(text)
  const isTooLong = isSearchTooLong(wanted)
  // Enter must not open what answers a former search.
  const waits = wanted !== query || found.pending
  const at = Math.max(
    options.findIndex(({ key }) => key === active),
    0,
  )
  const chosen = waits ? undefined : options[at]
  const idOf = (key: string) => `${listId}-${key}`

  function search() {
    if (wanted === query || isTooLong) return
    setQuery(wanted)
    onFind(wanted)
  }
  useDebounce(wanted, search)

  function open({ client, list }: (typeof options)[number]) {
    onLeave()
    if (client) void openClientSheet(router, client.uuid)
    else if (list === 'pages') void router.navigate({ to: '/admin/requests' })
    else void router.navigate({ to: `/admin/clients/${list}`, search: { lastName: query } })
  }

  function moveTo(index: number) {
    const option = options.at(index % options.length)
    if (!option) return
    setActive(option.key)
    document.getElementById(idOf(option.key))?.scrollIntoView({ block: 'nearest' })
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    const actions: Record<string, () => void> = {
      Escape: onClose,
      Enter: () => (chosen ? open(chosen) : search()),
      ...(chosen && {
        ArrowDown: () => moveTo(at + 1),
        ArrowUp: () => moveTo(at - 1),
        Home: () => moveTo(0),
        End: () => moveTo(-1),
      }),
    }
    const act = actions[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  return (
    <Modal labelledBy={titleId} className={styles.dialog} onClose={onClose}>
      <h2 id={titleId} className="hidden-text">
        <FormattedMessage id="admin.dashboard.search" />
      </h2>
      <div className={styles.head}>
        {waits && wanted && !isTooLong ? <Spinner /> : <Search />}
        <input
          ref={box}
          role="combobox"
          className={styles.box}
          aria-label={label}
          aria-autocomplete="list"
          aria-invalid={isTooLong || undefined}
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? listId : undefined}
          aria-activedescendant={chosen && idOf(chosen.key)}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActive(undefined)
          }}
          onKeyDown={press}
        />
        <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.close' })} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {options.length > 0 && (
          <FoundOptions
            id={listId}
            idOf={idOf}
            query={query}
            options={options}
            chosen={chosen}
            onPoint={setActive}
            onOpen={open}
          />
        )}
        <p className={options.length > 0 && !isTooLong ? 'hidden-text' : styles.word} role="status">
          {isTooLong ? (
            <FormattedMessage id="core.validation.tooLong" />
          ) : waits ? (
            wanted && <FormattedMessage id="core.text.loading" />
          ) : (
            <QuickSearchOutcome query={query} count={options.length} nobody={found.nobody} />
          )}
        </p>
        {found.retry && !waits && (
          <p className={styles.word}>
            <FormattedMessage id="admin.find.failed" />
            <Button
              variant="secondary"
              onClick={() => {
                // The button leaves by it.
                box.current?.focus()
                found.retry?.()
              }}
            >
              <FormattedMessage id="core.buttons.retry" />
            </Button>
          </p>
        )}
      </div>
    </Modal>
  )
}

/** The pages whose name begins so. */
function usePages(query: string): PalettePage[] {
  const intl = useIntl()
  const hasRequests = useCan('requests')
  const name = foldText(intl.formatMessage({ id: 'admin.requests.title' }))
  const wanted = foldText(query)
  return hasRequests && wanted.length > 1 && name.startsWith(wanted) ? ['requests'] : []
}
