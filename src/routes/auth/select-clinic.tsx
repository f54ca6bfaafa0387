import type { Practice } from '#contract/schemas/practice.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import { useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { PracticeTile } from '#src/features/practice/practice-tile.tsx'
import { OfferNotices } from '#src/features/staff/offers.tsx'
import { portalUserOnly } from '#src/session/guards.ts'
import { askForOffers } from '#src/api/offers.ts'
import { practiceQueries } from '#src/api/practices.ts'
import { choosePractice } from '#src/session/practice-choice.ts'
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
  loader: ({ context }) => void askForOffers(context.queryClient),
  component: SelectClinic,
})

function SelectClinic() {
  const router = useRouter()
  const { userId } = Route.useRouteContext()
  const { data: practices } = useSuspenseQuery(practiceQueries.own(userId))
  // As it was when this page opened: what is being chosen is current only once it is there.
  const [current] = useState(() => portalState().activePracticeId)
  const [opening, setOpening] = useState<string | null>(null)
  const pressed = useRef<string>(null)

  async function choose(practiceId: string) {
    if (pressed.current === practiceId) return
    pressed.current = practiceId
    setOpening(practiceId)
    try {
      await choosePractice(router, practiceId)
    } catch (error) {
      reportUnforeseen(error)
    } finally {
      if (pressed.current === practiceId) {
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
                <FormattedMessage id="auth.selectClinic.title" />
              </h1>
              <p>
                <FormattedMessage id="auth.selectClinic.lead" values={{ count: practices.length }} />
              </p>
            </>
          }
          footer={<FormattedMessage id="auth.selectClinic.missing" />}
        >
          <Options>
            {practices.map((practice, index) => (
              <PracticeOption
                key={`${practice.id} ${index}`}
                practice={practice}
                isCurrent={practice.id === current}
                busy={practice.id === opening}
                onChoose={() => void choose(practice.id)}
              />
            ))}
          </Options>
        </Card>
      </Page>
    </Main>
  )
}

interface PracticeOptionProps {
  practice: Practice
  isCurrent: boolean
  busy: boolean
  onChoose: () => void
}

function PracticeOption({ practice, isCurrent, busy, onChoose }: PracticeOptionProps) {
  const { id, phone, locked } = practice
  // An API may list no more than ids.
  const isNameless = practice.name.trim() === ''
  const { data: told } = useQuery({ ...practiceQueries.one(id), enabled: isNameless && id !== '' })
  const { name, logoUrl } = (isNameless && told) || practice
  const title = name.trim() || id
  return (
    <OptionButton
      tile={<PracticeTile practice={{ name: title, logoUrl }} />}
      title={title}
      sub={locked ? <FormattedMessage id="auth.selectClinic.lockedText" /> : phone}
      state={
        locked ? (
          <Status tone="bad" icon={Lock}>
            <FormattedMessage id="auth.selectClinic.locked" />
          </Status>
        ) : (
          isCurrent && (
            <Status tone="ok" icon={Check}>
              <FormattedMessage id="auth.selectClinic.current" />
            </Status>
          )
        )
      }
      disabled={locked === true}
      busy={busy}
      onClick={onChoose}
    />
  )
}
