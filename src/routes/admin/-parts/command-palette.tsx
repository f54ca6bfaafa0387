import { useQuery } from '@tanstack/react-query'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { cleanQuery, isSearchTooLong } from '#contract/text.ts'
import { viewedClientsQuery } from '#src/api/single-clients.ts'
import type { ListedClient } from '#src/api/clients.ts'
import { useRights } from '#src/features/practice/practice-tabs.ts'
import { usePortal } from '#src/lib/store.ts'
import { dropLastViewed, lastViewed } from '#src/session/viewing.ts'
import { useDebounce } from '#src/ui/forms/use-debounce.ts'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Modal } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import styles from './command-palette.module.css'
import { QuickSearchOutcome, useFound } from '#src/features/clients/quick-search.tsx'
import { type PalettePage, findPages } from './palette-pages.ts'
import { FoundOptions, optionsOf } from './command-palette-options.tsx'
import { useSearchLabel } from '#src/features/clients/client-name.tsx'
import { openClientSheet } from '#src/features/sheet/client-link.tsx'

interface CommandPaletteProps {
  practiceId: string
  find: string
  onFind: (query: string) => void
  /** Called when an option is opened. */
  onLeave: () => void
  onClose: () => void
}

/** Finds clients, pages and actions by keyboard: a combobox whose options open a client sheet, a list or a page. */
export function CommandPalette({ practiceId, find, onFind, onLeave, onClose }: CommandPaletteProps) {
  const intl = useIntl()
  const router = useRouter()
  const label = useSearchLabel()
  const titleId = useId()
  const listId = useId()
  const box = useRef<HTMLInputElement>(null)
  const { text, query, type, search, found, options, isTooLong, waits } = useSearch(practiceId, find, onFind)
  // Key instead of index, because new options may precede the active option.
  const [active, setActive] = useState<string>()
  const at = Math.max(
    options.findIndex(({ key }) => key === active),
    0,
  )
  const chosen = waits ? undefined : options[at]
  const idOf = (key: string) => `${listId}-${key}`

  function open({ client, list, page }: (typeof options)[number]) {
    onLeave()
    if (client) void openClientSheet(router, client.uuid)
    else if (page) openPage(router, page)
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
        {waits && !isTooLong && text.trim() ? <Spinner /> : <Search />}
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
            type(event.target.value)
            setActive(undefined)
          }}
          onKeyDown={press}
        />
        <IconButton icon={X} label={intl.formatMessage({ id: 'core.buttons.close' })} onClick={onClose} />
      </div>
      <div className={styles.body}>
        {options.length > 0 && (
          <FoundOptions {...{ id: listId, idOf, query, options, chosen }} onPoint={setActive} onOpen={open} />
        )}
        <p className={options.length > 0 && !isTooLong ? 'hidden-text' : styles.word} role="status">
          {isTooLong ? (
            <FormattedMessage id="core.validation.tooLong" />
          ) : waits ? (
            text.trim() && <FormattedMessage id="core.text.loading" />
          ) : (
            <QuickSearchOutcome query={query} count={options.length} nobody={found.nobody} />
          )}
        </p>
        {found.retry && !waits && <Retry onRetry={found.retry} onPressed={() => box.current?.focus()} />}
      </div>
    </Modal>
  )
}

const NONE = { viewed: [], pages: [], actions: [] }

/** Returns the typed text and its search results. */
function useSearch(practiceId: string, find: string, onFind: (query: string) => void) {
  const [text, setText] = useState(find)
  const [query, setQuery] = useState(find)
  const found = useFound(practiceId, query)
  const intl = useIntl()
  const rights = useRights()
  const viewed = useLastViewed(practiceId)
  const further = {
    viewed: query === '' ? viewed : [],
    ...findPages(query, rights, (id) => intl.formatMessage({ id })),
  }
  const wanted = cleanQuery(text)
  const isTooLong = isSearchTooLong(wanted)
  // The first typed letter clears the list of the empty palette.
  const hasBegun = query === '' && wanted !== ''
  function search() {
    if (wanted === query || isTooLong) return
    setQuery(wanted)
    onFind(wanted)
  }
  useDebounce(wanted, search)
  return {
    text,
    query,
    type: setText,
    search,
    found,
    isTooLong,
    // Pages appear together with the clients, so that Enter keeps its target during the search.
    options: optionsOf(
      found.isTogether ? found : { ...found, unregistered: undefined },
      found.pending || hasBegun ? NONE : further,
    ),
    /** Whether the options belong to an earlier search, so that Enter must not open them. */
    waits: wanted !== query || found.pending,
  }
}

/** Retry button; `onPressed` moves the focus, because the button is then removed. */
function Retry({ onRetry, onPressed }: { onRetry: () => void; onPressed: () => void }) {
  return (
    <p className={styles.word}>
      <FormattedMessage id="admin.find.failed" />
      <Button
        variant="secondary"
        onClick={() => {
          onPressed()
          onRetry()
        }}
      >
        <FormattedMessage id="core.buttons.retry" />
      </Button>
    </p>
  )
}

function openPage(router: RegisteredRouter, page: PalettePage): void {
  if (page.to === null) void router.options.context.session.end('signedOut')
  else void router.navigate({ to: page.to, ...('hash' in page && { hash: page.hash }) })
}

/** Number of clients shown while there is no query. */
const VIEWED = 5

/** Returns the clients whom the user viewed last, on this device. */
function useLastViewed(practiceId: string): readonly ListedClient[] {
  const userId = usePortal(({ session }) => session?.userId ?? null)
  const [clientIds] = useState(() => lastViewed(userId).slice(0, VIEWED))
  const query = viewedClientsQuery(practiceId, clientIds, (clientId) => dropLastViewed(userId, clientId))
  // Kept for a while, because each fetch is recorded in the access log.
  return useQuery({ ...query, staleTime: 300_000, gcTime: 300_000, enabled: clientIds.length > 0 }).data ?? []
}
