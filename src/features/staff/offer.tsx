import { ConfirmedAction } from '#src/features/confirmed-action.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import Briefcase from 'lucide-react/icons/briefcase'
import { type ReactNode, useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { StaffOffer } from '#contract/schemas/staff.ts'
import { acceptOffer, declineOffer, forgetOffer } from '#src/api/offers.ts'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation, showMessage } from '#src/lib/messages.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { portalState } from '#src/lib/store.ts'
import { useAsyncAction } from '#src/lib/use-async-action.ts'
import { useUnmount } from '#src/lib/use-unmount.ts'
import { membershipsChanged } from '#src/session/memberships.ts'
import { Tile } from '#src/ui/data/tile.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { classes } from '#src/ui/classes.ts'
import { restoreFocus } from '#src/ui/layout/shell.tsx'
import styles from './offers.module.css'

/** The offer was withdrawn, or answered elsewhere. */
const isGone = (error: unknown) => error instanceof CallError && error.status === 404

interface OfferProps {
  offer: StaffOffer
}

/** Offer to join the staff of a practice, with buttons to accept and decline. */
export function Offer({ offer: { practiceId, name: given, role, currentRole, secondFactor } }: OfferProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const intl = useIntl()
  const titleId = useId()
  const name = given || intl.formatMessage({ id: 'core.text.notAvailable' })
  const isNew = currentRole === undefined
  const values = { name, role, currentRole: currentRole ?? '' }
  const [problem, setProblem] = useState<ReactNode>()
  const [declining, setDeclining] = useState(false)
  // The focused button is removed with the offer.
  useUnmount(restoreFocus)

  const accepting = useAsyncAction(async () => {
    setProblem(undefined)
    try {
      await acceptOffer(practiceId)
    } catch (error) {
      if (!isGone(error)) return setProblem(caughtFailure(error))
      forgetOffer(queryClient, practiceId)
      // The offer may have been accepted elsewhere.
      await membershipsChanged(router)
      return showMessage('warning', 'core.offers.gone')
    }
    forgetOffer(queryClient, practiceId)
    try {
      await membershipsChanged(router)
    } catch (error) {
      if (portalState().session) throw error
      return showAfterNavigation('success', 'core.offers.acceptedSignIn')
    }
    const isActivePractice = portalState().session?.practiceId === practiceId
    const done = !isNew
      ? 'core.offers.roleAccepted'
      : isActivePractice
        ? 'core.offers.accepted'
        : 'core.offers.acceptedElsewhere'
    showMessage('success', done, values)
  })

  return (
    <section className={styles.offer} aria-labelledby={titleId}>
      <Tile icon={Briefcase} />
      <div className={styles.text}>
        <p className={styles.title} id={titleId}>
          <FormattedMessage id={isNew ? 'core.offers.asks' : 'core.offers.asksRole'} values={values} />
        </p>
        <p>
          <FormattedMessage id={isNew ? 'core.offers.text' : 'core.offers.roleText'} values={values} />
        </p>
        {secondFactor && (
          <p>
            <FormattedMessage id="core.offers.secondFactor" />
          </p>
        )}
        {problem && <Message kind="error">{problem}</Message>}
      </div>
      <div className={styles.answers}>
        <Button variant="primary" busy={accepting.busy} onClick={accepting.run}>
          <FormattedMessage id="core.offers.accept" />
        </Button>
        <Button variant="secondary" onClick={() => setDeclining(true)}>
          <FormattedMessage id="core.offers.decline" />
        </Button>
      </div>
      {declining && (
        <DeclineDialog practiceId={practiceId} isNew={isNew} values={values} onClose={() => setDeclining(false)} />
      )}
    </section>
  )
}

/** Staff offer in a separate panel, for the pages that users see first after signing in. */
export const OfferNotice = ({ offer, centred }: OfferProps & { centred: boolean | undefined }) => (
  <Panel className={classes(styles.notice, centred && styles.centred)}>
    <Offer offer={offer} />
  </Panel>
)

interface DeclineDialogProps {
  practiceId: string
  /** Whether the offer is a first membership, not another role in the same practice. */
  isNew: boolean
  values: Record<string, string>
  onClose: () => void
}

function DeclineDialog({ practiceId, isNew, values, onClose }: DeclineDialogProps) {
  const queryClient = useQueryClient()

  async function decline() {
    let isDeclined = true
    try {
      await declineOffer(practiceId)
    } catch (error) {
      if (!isGone(error)) throw error
      isDeclined = false
    }
    forgetOffer(queryClient, practiceId)
    if (isDeclined) showMessage('success', 'core.offers.declined', values)
    else showMessage('warning', 'core.offers.gone')
  }

  return (
    <ConfirmedAction
      title={
        <FormattedMessage id={isNew ? 'core.offers.declineTitle' : 'core.offers.declineRoleTitle'} values={values} />
      }
      confirmLabel={<FormattedMessage id="core.offers.decline" />}
      act={decline}
      onClose={onClose}
    >
      <p>
        <FormattedMessage id={isNew ? 'core.offers.declineText' : 'core.offers.declineRoleText'} values={values} />
      </p>
    </ConfirmedAction>
  )
}
