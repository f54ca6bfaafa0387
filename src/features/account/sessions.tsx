import { type UseMutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import LogOut from 'lucide-react/icons/log-out'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { FormattedMessage, useIntl } from 'react-intl'
import type { DeviceName } from '#contract/session.ts'
import type { UserSession } from '#contract/schemas/session.ts'
import { useCan } from '#src/api/capabilities.ts'
import { sessionMutations, sessionQueries } from '#src/api/account.ts'
import type { MessageId } from '#src/lib/intl.tsx'
import { showMessage } from '#src/lib/messages.ts'
import { showFailure } from '#src/lib/report-error.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { Item, Items } from '#src/ui/data/items.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Setting } from './setting.tsx'

/** Sessions of the user, with buttons to end them. */
export function SessionsSetting() {
  const isAvailable = useCan('sessions')
  return (
    isAvailable && (
      <Setting id="sessions" title={<FormattedMessage id="client.sessions.title" />}>
        <Sessions />
      </Setting>
    )
  )
}

function Sessions() {
  const query = useQuery(sessionQueries.all())
  const { data: sessions } = query
  const ending = useEnding(sessionMutations.endOthers(), 'client.sessions.othersEnded')
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <>
      <p className="muted">
        <FormattedMessage id="client.sessions.text" />
      </p>
      <LoadFailure query={query} />
      {others.length > 1 && others.every(({ id }) => id) && (
        <Button variant="danger-quiet" busy={ending.busy} onClick={ending.run}>
          <FormattedMessage id="client.sessions.endOthers" />
        </Button>
      )}
      {sessions && (
        <Items bare>
          {sessions.map((session, index) => (
            <SessionItem key={session.id || index} session={session} />
          ))}
        </Items>
      )}
    </>
  )
}

const HANDHELD = ['Android', 'iPad', 'iPhone']

function SessionItem({ session }: { session: UserSession }) {
  const intl = useIntl()
  const { id, signedInAt, current, system } = session
  const { busy, run } = useEnding(sessionMutations.end(id), 'client.sessions.ended')
  const device = useDeviceText(session)
  const at = signedInAt && intl.formatDate(signedInAt, { dateStyle: 'long', timeStyle: 'short' })
  return (
    <Item
      tile={<Tile icon={HANDHELD.includes(system ?? '') ? Smartphone : Monitor} />}
      title={device}
      sub={at && <FormattedMessage id="client.sessions.since" values={{ date: at }} />}
      when={
        current ? (
          <Status tone="ok">
            <FormattedMessage id="client.sessions.current" />
          </Status>
        ) : (
          id && (
            <IconButton
              icon={LogOut}
              aria-busy={busy}
              label={intl.formatMessage({ id: 'client.sessions.endThis' }, { device, date: at })}
              onClick={run}
            />
          )
        )
      }
    />
  )
}

/** Returns browser and system, such as “Firefox on Windows”, as far as known. */
export function useDeviceText({ browser, system }: DeviceName): string {
  const intl = useIntl()
  if (browser && system) return intl.formatMessage({ id: 'client.sessions.device' }, { browser, system })
  return browser || system || intl.formatMessage({ id: 'client.sessions.unknown' })
}

function useEnding(options: UseMutationOptions, done: MessageId) {
  const { mutateAsync } = useMutation(options)
  return useAsyncAction(async () => {
    try {
      await mutateAsync()
      showMessage('success', done)
    } catch (error) {
      showFailure(error)
    }
  })
}
