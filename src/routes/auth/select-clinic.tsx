import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { displayName } from '#contract/names.ts'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'
import { OfferNotices } from '#src/features/staff/offers.tsx'
import { portalUserOnly } from '#src/session/guards.ts'
import { prefetchOffers } from '#src/api/offers.ts'
import { disambiguate } from '#src/api/namesakes.ts'
import { choicesOf, isChosen } from '#contract/start.ts'
import type { Choice } from '#src/api/own-client.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { choose } from '#src/session/memberships.ts'
import { reportUnforeseen } from '#src/lib/report-error.ts'
import { portalState } from '#src/lib/store.ts'
import { Card } from '#src/ui/data/card.tsx'
import { OptionButton, Options } from '#src/ui/navigation/option.tsx'
import { Page } from '#src/ui/layout/page.tsx'
import { Main, TITLE_ID } from '#src/ui/layout/shell.tsx'
import { Status } from '#src/ui/data/status.tsx'

export const Route = createFileRoute('/auth/select-clinic')({
  staticData: { title: 'auth.selectClinic.title' },
  beforeLoad: async ({ context }) => {
    const { userId } = portalUserOnly()
    const practices = await context.queryClient.query(practiceQueries.own(userId))
    if (practices.length === 0) throw redirect({ to: '/auth/no-clinic', replace: true })
    return { userId }
  },
  loader: ({ context }) => void prefetchOffers(context.queryClient),
  component: SelectClinic,
})

function SelectClinic() {
  const router = useRouter()
  const { userId } = Route.useRouteContext()
  const { data: practices } = useSuspenseQuery(practiceQueries.own(userId))
  const choices = choicesOf(
    practices.map(({ clients, ...practice }) => ({ ...practice, ...(clients && { clients: disambiguate(clients) }) })),
  )
  const hasClients = choices.some(({ client }) => client)
  // State when this page opened: a new choice is marked as current only after its page has opened.
  const [current] = useState(portalState)
  const [opening, setOpening] = useState<string | null>(null)
  const pressed = useRef<string>(null)

  async function press(choice: Choice) {
    const key = keyOf(choice)
    if (pressed.current === key) return
    pressed.current = key
    setOpening(key)
    try {
      await choose(router, choice)
    } catch (error) {
      reportUnforeseen(error)
    } finally {
      if (pressed.current === key) {
        pressed.current = null
        setOpening(null)
      }
    }
  }

  return (
    <Main>
      <Page>
        <OfferNotices centred />
        <Card
          size="large"
          centred
          header={
            <>
              <h1 id={TITLE_ID}>
                <FormattedMessage id={hasClients ? 'auth.selectClinic.clientTitle' : 'auth.selectClinic.title'} />
              </h1>
              <p>
                <FormattedMessage
                  id={hasClients ? 'auth.selectClinic.clientLead' : 'auth.selectClinic.lead'}
                  values={{ count: choices.length }}
                />
              </p>
            </>
          }
          footer={<FormattedMessage id="auth.selectClinic.missing" />}
        >
          <Options>
            {choices.map((choice, index) => (
              <ChoiceOption
                key={`${keyOf(choice)} ${index}`}
                choice={choice}
                isCurrent={isChosen(choice, current)}
                busy={keyOf(choice) === opening}
                onChoose={() => void press(choice)}
              />
            ))}
          </Options>
        </Card>
      </Page>
    </Main>
  )
}

const keyOf = ({ practice, client }: Choice) => (client ? `${practice.id} ${client.uuid}` : practice.id)

interface ChoiceOptionProps {
  choice: Choice
  isCurrent: boolean
  busy: boolean
  onChoose: () => void
}

function ChoiceOption({ choice: { practice, client }, isCurrent, busy, onChoose }: ChoiceOptionProps) {
  const intl = useIntl()
  const { id, phone } = practice
  const isClosed = practice.locked === true
  const locked = isClosed || client?.locked === true
  // Some APIs list only ids.
  const isNameless = practice.name.trim() === ''
  const { data: loaded } = useQuery({ ...practiceQueries.one(id), enabled: isNameless && id !== '' })
  const { name, logoUrl } = (isNameless && loaded) || practice
  const practiceName = name.trim() || id
  const sub = client ? [practiceName, client.apart].filter(Boolean).join(', ') : phone
  return (
    <OptionButton
      tile={<PracticeTile practice={{ name: practiceName, logoUrl }} />}
      title={client ? displayName(client) || intl.formatMessage({ id: 'core.text.notAvailable' }) : practiceName}
      sub={isClosed ? <FormattedMessage id="auth.selectClinic.lockedText" /> : sub}
      state={
        locked ? (
          <Status tone="bad" icon={Lock}>
            <FormattedMessage id={isClosed ? 'auth.selectClinic.locked' : 'auth.selectClinic.clientLocked'} />
          </Status>
        ) : (
          isCurrent && (
            <Status tone="ok" icon={Check}>
              <FormattedMessage id="auth.selectClinic.current" />
            </Status>
          )
        )
      }
      disabled={locked}
      busy={busy}
      onClick={onChoose}
    />
  )
}
