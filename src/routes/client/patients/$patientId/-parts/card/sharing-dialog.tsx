import type { Patient } from '#contract/schemas/patient.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { type ReactNode, useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { NewShareLink, ShareLink } from '#contract/schemas/share-link.ts'
import { CARD_PARTS, type CardPart, MAX_CARD_NOTE, MAX_SHARE_LINKS, SHARE_LINK_DAYS } from '#contract/share-link.ts'
import { formErrorOf } from '#src/features/form-error.tsx'
import { shareLinkMutations, shareLinkQueries } from '#src/api/share-links.ts'
import { share } from '#src/lib/files/save.ts'
import { caughtFailure } from '#src/lib/problems.tsx'
import { Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { CheckboxGroupField } from '#src/ui/forms/checkbox-group-field.tsx'
import { Field, fieldAttributes } from '#src/ui/forms/field.tsx'
import type { FormDraft } from '#src/ui/forms/form-draft.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import input from '#src/ui/forms/input.module.css'
import { TextField } from '#src/ui/forms/text-field.tsx'
import styles from './sharing-dialog.module.css'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

interface SharingDialogProps {
  clientId: string
  patient: Patient
  draft: FormDraft
  onClose: () => void
}

/** Creates and revokes share links of an animal; each new link is shown once. */
export function SharingDialog({ clientId, patient, draft, onClose }: SharingDialogProps) {
  const titleId = useId()
  const query = useQuery(shareLinkQueries.list(clientId))
  const { data: cards } = query
  const sharing = useMutation(shareLinkMutations.share(clientId, patient.uuid))
  const revoking = useMutation(shareLinkMutations.revoke(clientId))
  const [created, setCreated] = useState<NewShareLink | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ReactNode>(null)
  const [status, setStatus] = useState<ReactNode>(null)

  // The dialog shows failures, because messages of the page are behind the modal.

  async function make(wanted: Wanted): Promise<FormError | undefined> {
    setProblem(null)
    setStatus(null)
    try {
      setCreated(await sharing.mutateAsync(wanted))
      return undefined
    } catch (error) {
      return formErrorOf(error)
    }
  }

  async function revoke(uuid: string) {
    if (busy) return
    setBusy(true)
    setProblem(null)
    setStatus(null)
    try {
      await revoking.mutateAsync(uuid)
      if (created?.uuid === uuid) setCreated(null)
      setStatus(<FormattedMessage id="client.sharing.revoked" />)
    } catch (error) {
      setProblem(caughtFailure(error))
    } finally {
      setBusy(false)
    }
  }

  // Inline, so that the ref runs at each render: the pressed button may have been removed with its link or form.
  const restoreFocus = (title: HTMLElement | null) => {
    if (document.activeElement === document.body) title?.focus()
  }

  const own = cards?.filter(({ patientUuid }) => patientUuid === patient.uuid) ?? []
  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <ModalBody>
        <h2 className="title" id={titleId} ref={restoreFocus} tabIndex={-1}>
          <FormattedMessage id="client.sharing.title" values={{ name: patient.name }} />
        </h2>
        {problem && <Message kind="error">{problem}</Message>}
        {created ? (
          <CreatedLink card={created} name={patient.name} onStatus={setStatus} />
        ) : cards && cards.length >= MAX_SHARE_LINKS ? (
          <p>
            <FormattedMessage id="client.sharing.full" values={{ count: MAX_SHARE_LINKS }} />
          </p>
        ) : (
          <NewLink name={patient.name} draft={draft} onMake={make} />
        )}
        <LoadFailure query={query} />
        {own.length > 0 && <Links cards={own} busy={busy} onRevoke={(uuid) => void revoke(uuid)} />}
        <p role="status" className="small">
          {status}
        </p>
      </ModalBody>
      <ModalFoot>
        {created && (
          <Button variant="secondary" onClick={() => setCreated(null)}>
            <FormattedMessage id="client.sharing.another" />
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          <FormattedMessage id="core.buttons.close" />
        </Button>
      </ModalFoot>
    </Modal>
  )
}

/** Parts selected by default, for a pet sitter. */
const USUAL: readonly CardPart[] = ['identity', 'vaccinations', 'medicines', 'phone']

const schema = async () => (await import('#contract/schemas/share-link.ts')).shareLinkBodySchema

interface Wanted {
  parts: readonly CardPart[]
  note: string
}

interface NewLinkProps {
  name: string
  draft: FormDraft
  onMake: (wanted: Wanted) => Promise<FormError | undefined>
}

function NewLink({ name, draft, onMake }: NewLinkProps) {
  const { formatMessage } = useIntl()
  return (
    <Form<Wanted> initialValues={{ parts: USUAL, note: '' }} schema={schema} onSubmit={onMake} draft={draft}>
      <p>
        <FormattedMessage id="client.sharing.text" values={{ name, days: SHARE_LINK_DAYS }} />
      </p>
      <CheckboxGroupField
        name="parts"
        label={<FormattedMessage id="client.sharing.shows" />}
        required
        options={CARD_PARTS.map((part) => ({
          value: part,
          label: formatMessage({ id: `client.sharing.part.${part}` }),
        }))}
      />
      <TextField
        name="note"
        label={<FormattedMessage id="client.sharing.note" />}
        hint={<FormattedMessage id="client.sharing.noteHint" />}
        autoComplete="off"
        max={MAX_CARD_NOTE}
      />
      <div>
        <SubmitButton>
          <FormattedMessage id="client.sharing.make" />
        </SubmitButton>
      </div>
    </Form>
  )
}

interface CreatedLinkProps {
  card: NewShareLink
  name: string
  onStatus: (text: ReactNode) => void
}

/** New share link with buttons. If the clipboard is blocked, the link is selected instead. */
function CreatedLink({ card: { secret, endsAt }, name, onStatus }: CreatedLinkProps) {
  const { formatMessage, formatDate } = useIntl()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // Browsers support sharing only in secure contexts (HTTPS).
  const canShare = Boolean((navigator as Partial<Navigator>).share)
  const url = new URL(`/card#${secret}`, location.href).href
  const hint = (
    <FormattedMessage
      id="client.sharing.once"
      values={{ date: formatDate(endsAt, { dateStyle: 'long', timeStyle: 'short' }) }}
    />
  )

  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      onStatus(<FormattedMessage id="client.sharing.copied" />)
    } catch {
      field.current?.select()
      onStatus(<FormattedMessage id="client.sharing.selected" />)
    }
  }

  async function handOn() {
    const outcome = await share({ title: formatMessage({ id: 'client.sharing.title' }, { name }), url })
    if (outcome === 'failed') onStatus(<FormattedMessage id="client.sharing.shareFailed" />)
  }

  return (
    <>
      <Field id={id} label={<FormattedMessage id="client.sharing.link" />} hint={hint}>
        <div className={styles.row}>
          <input
            {...fieldAttributes({ id, hint })}
            ref={field}
            className={input.input}
            readOnly
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- replaces the focused button
            autoFocus
            value={url}
            onFocus={({ target }) => target.select()}
          />
          <IconButton icon={Copy} label={formatMessage({ id: 'client.sharing.copy' })} onClick={() => void copy()} />
        </div>
      </Field>
      {canShare && (
        <div>
          <Button variant="primary" icon={Share2} onClick={() => void handOn()}>
            <FormattedMessage id="client.sharing.share" />
          </Button>
        </div>
      )}
    </>
  )
}

interface LinksProps {
  cards: readonly ShareLink[]
  busy: boolean
  onRevoke: (uuid: string) => void
}

function Links({ cards, busy, onRevoke }: LinksProps) {
  const { formatMessage, formatDate } = useIntl()
  const titleId = useId()
  return (
    <section className={styles.links} aria-labelledby={titleId}>
      <h3 id={titleId}>
        <FormattedMessage id="client.sharing.links" />
      </h3>
      <ul>
        {cards.map(({ uuid, note, parts, endsAt, openedAt }) => {
          const recipient = note || formatMessage({ id: 'client.sharing.nobody' })
          const moment = (at: string) =>
            formatDate(at, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' })
          return (
            <li key={uuid}>
              <div>
                <strong>{recipient}</strong>
                <div className="small muted">
                  {parts.map((part) => formatMessage({ id: `client.sharing.part.${part}` })).join(', ')}
                </div>
                <div className="small muted">
                  <FormattedMessage id="client.sharing.ends" values={{ date: moment(endsAt) }} />{' '}
                  {openedAt ? (
                    <FormattedMessage id="client.sharing.opened" values={{ date: moment(openedAt) }} />
                  ) : (
                    <FormattedMessage id="client.sharing.unopened" />
                  )}
                </div>
              </div>
              <Button
                variant="danger-quiet"
                disabled={busy}
                aria-label={formatMessage({ id: 'client.sharing.revokeOf' }, { whom: recipient })}
                onClick={() => onRevoke(uuid)}
              >
                <FormattedMessage id="client.sharing.revoke" />
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
