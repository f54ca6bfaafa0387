import type { Patient } from '#contract/schemas/patient.ts'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { isRecord } from '#contract/is-record.ts'
import type { RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import type { AskSearch } from '#src/api/request-terms.ts'
import { requestMutations } from '#src/api/requests.ts'
import { refusalOf } from '#src/features/refusal-of.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { portalState } from '#src/lib/store.ts'
import { draftsOf, forgetDraft, keepDraft } from '#src/session/request-draft.ts'
import { Form, type Refusal, SubmitButton } from '#src/ui/forms/form.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { DetailFields } from './detail-fields.tsx'
import { PhotoField } from './photo-field.tsx'
import { QuestionFields } from './question-fields.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { useProducts } from './use-products.ts'
import type { usePhotos } from './use-photos.ts'
import { type Owner, type Values, atFields, isSame, requestOf, schemaOf, valuesOf } from './values.ts'

interface AskFormProps {
  clientId: string
  kind: RequestKind
  search: AskSearch
  terms: RequestTerms
  owner: Owner
  /** Those of which something may be asked. */
  patients: readonly Patient[]
  photos: ReturnType<typeof usePhotos>
}

/** What is kept of a form besides what was typed. */
interface Kept {
  uuid: string
  /** What the address filled it with, apart from the kind. */
  about: string
  values: unknown
  photos: number
}

const aboutOf = ({ kind: _, ...search }: AskSearch) => JSON.stringify(search)

/** Two forms that were opened by other things, as by two animals, are kept side by side. */
const draftId = (clientId: string, about: string) => `${clientId} ${about}`

/** What was typed into the form that this address opens; one that was opened by nothing goes on with the last. */
function keptOf(clientId: string, search: AskSearch): Kept {
  const own = aboutOf(search)
  const wanted = draftId(clientId, own === '{}' ? '' : own)
  const isOfThis = (id: string) => (own === '{}' ? id.startsWith(wanted) : id === wanted)
  const [, draft] = draftsOf(portalState().session?.userId ?? null).find(([id]) => isOfThis(id)) ?? []
  const { uuid, about, values, photos } = isRecord(draft) ? draft : {}
  return typeof uuid === 'string' && typeof about === 'string'
    ? { uuid, about, values, photos: typeof photos === 'number' ? photos : 0 }
    : { uuid: newUuid(), about: own, values: undefined, photos: 0 }
}

/** The form of one kind: what is asked, sent once however often the button is pressed. */
export function AskForm({ clientId, kind, search, terms, owner, patients, photos }: AskFormProps) {
  const router = useRouter()
  const sending = useMutation(requestMutations.send(clientId))
  const [kept, setKept] = useState(() => keptOf(clientId, search))
  const [initial] = useState(() => valuesOf(search, owner, kept.values))
  const [patientUuid, setPatient] = useState(initial.patientUuid)
  const { products, isPending } = useProducts({ clientId, patientUuid, kind, search, terms })
  const asking = { kind, search, owner, products }

  async function send(values: Values): Promise<Refusal | undefined> {
    const request = requestOf(values, asking)
    try {
      const photoIds = kind === 'QUESTION' ? await photos.send() : []
      const sent = await sending.mutateAsync({ ...request, uuid: kept.uuid, photoIds })
      if (!isSame(sent, request)) {
        // What was typed since is another request, and no press sends it without being asked.
        setKept({ ...kept, uuid: newUuid() })
        return { text: <FormattedMessage id="client.requests.sentBefore" /> }
      }
      forgetDraft(draftId(clientId, kept.about))
      showAfterNavigation('success', 'client.requests.sent')
      await router.navigate({
        to: '/client/requests/$requestId',
        params: { requestId: sent.uuid },
        replace: true,
      })
      return undefined
    } catch (error) {
      return refused(error, values)
    }
  }

  function refused(error: unknown, values: Values): Refusal {
    const refusal = refusalOf(error, {
      'rate-limited': { text: <FormattedMessage id="client.requests.tooMany" /> },
    })
    if (error instanceof CallError && error.status === null)
      return { text: <FormattedMessage id="client.requests.notSent" /> }
    if (!refusal.fields) return refusal
    const fields = atFields(refusal.fields, requestOf(values, asking))
    if ('photoIds' in fields) photos.sendAnew()
    return { ...refusal, fields }
  }

  return (
    <Form initialValues={initial} schema={() => schemaOf(asking)} onSubmit={send}>
      <KeepTyped clientId={clientId} kept={kept} photos={photos.photos.length} onPatient={setPatient} />
      {kind === 'REPEAT_MEDICINE' && <RepeatFields patients={patients} products={products} isPending={isPending} />}
      {kind === 'APPOINTMENT' && <AppointmentFields clientId={clientId} patients={patients} search={search} />}
      {kind === 'QUESTION' && (
        <QuestionFields patients={patients}>
          <PhotoField of={photos} lost={kept.photos} />
        </QuestionFields>
      )}
      {kind === 'DETAILS' && <DetailFields />}
      <div>
        <SubmitButton>
          <FormattedMessage id="client.requests.send" />
        </SubmitButton>
      </div>
    </Form>
  )
}

interface KeepTypedProps {
  clientId: string
  kept: Kept
  photos: number
  onPatient: (patientUuid: string) => void
}

/** Keeps what is typed over a reload, and over the end of the session. */
function KeepTyped({ clientId, kept: { uuid, about }, photos, onPatient }: KeepTypedProps) {
  const { values, dirty, setFieldValue } = useFormikContext<Values>()
  const { patientUuid } = values
  const shown = useRef(patientUuid)
  // After each change that was shown; the storage is no state.
  useEffect(() => {
    if (!dirty && photos === 0) return
    keepDraft(portalState().session?.userId ?? null, draftId(clientId, about), { uuid, about, values, photos })
  }, [clientId, uuid, about, values, dirty, photos])
  // What was chosen of one animal is not another's.
  useEffect(() => {
    if (patientUuid === shown.current) return
    shown.current = patientUuid
    onPatient(patientUuid)
    void setFieldValue('products', [], false)
  }, [patientUuid, onPatient, setFieldValue])
  return null
}
