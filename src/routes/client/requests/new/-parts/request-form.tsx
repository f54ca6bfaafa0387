import type { Patient } from '#contract/schemas/patient.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useFormikContext } from 'formik'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { OpeningHours } from '#contract/opening-hours.ts'
import type { RequestKind } from '#contract/request.ts'
import type { RequestTerms } from '#contract/schemas/request.ts'
import type { NewRequestSearch } from '#src/api/request-terms.ts'
import { requestMutations } from '#src/api/requests.ts'
import type { usePhotos } from '#src/features/requests/photos.ts'
import { PhotoField } from '#src/features/requests/photo-field.tsx'
import { formErrorOf } from '#src/features/form-error.tsx'
import { CallError } from '#src/lib/call-error.ts'
import { showAfterNavigation } from '#src/lib/messages.ts'
import { newUuid } from '#src/lib/new-uuid.ts'
import { draftOf } from '#src/session/drafts.ts'
import { type FormDraft, restoredOver } from '#src/ui/forms/form-draft.tsx'
import { Form, type FormError } from '#src/ui/forms/form.tsx'
import { AppointmentFields } from './appointment-fields.tsx'
import { DetailFields, QuestionFields } from './fields.tsx'
import { loadProducts, useProducts } from './products.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { type Owner, type Values, atFields, isSame, requestOf, schemaOf, valuesOf } from './values.ts'
import { SubmitButton } from '#src/ui/forms/submit-button.tsx'

interface RequestFormProps {
  clientId: string
  kind: RequestKind
  search: NewRequestSearch
  terms: RequestTerms
  /** Opening hours of the practice. */
  hours: OpeningHours | undefined
  owner: Owner
  /** Patients that a request may be about. */
  patients: readonly Patient[]
  photos: ReturnType<typeof usePhotos>
  /** Whether the user has just switched from another kind of request with the same draft. */
  isContinued: boolean
}

const aboutOf = ({ kind: _, ...search }: NewRequestSearch) => JSON.stringify(search)

/** Returns the draft of a request; forms about different subjects, such as two animals, have separate drafts. */
export const requestDraft = (clientId: string, search: NewRequestSearch) =>
  draftOf('request', clientId, aboutOf(search))

/** Returns draft state besides the form values: the uuid makes repeated submits idempotent. */
function draftStateOf(clientId: string, search: NewRequestSearch) {
  const { uuid, photos, tried } = requestDraft(clientId, search).read()?.extra ?? {}
  return {
    /** Values of a submit whose response was lost. */
    tried,
    uuid: typeof uuid === 'string' ? uuid : newUuid(),
    photos: typeof photos === 'number' ? photos : 0,
  }
}

/** Form for one kind of request. Repeated presses send the request once. */
export function RequestForm(props: RequestFormProps) {
  const { clientId, kind, search, terms, hours, owner, patients, photos, isContinued } = props
  const router = useRouter()
  const sending = useMutation(requestMutations.send(clientId))
  const [draftState, setDraftState] = useState(() => draftStateOf(clientId, search))
  const [initial] = useState(() => valuesOf(search, owner))
  const [patientUuid, setPatient] = useState(
    () => (restoredOver(requestDraft(clientId, search).read(), initial)?.values ?? initial).patientUuid,
  )
  const queryClient = useQueryClient()
  const about = { clientId, patients, kind, search, terms }
  const { products, isPending } = useProducts({ ...about, patientUuid })
  const context = { kind, search, owner, products }
  const draft = draftAs(draftState.uuid)

  function draftAs(uuid: string, tried = draftState.tried): FormDraft {
    const own = requestDraft(clientId, search)
    const more = photos.photos.length
    const extra = { uuid, photos: more, search: { ...search, kind }, tried }
    return { ...own, more, isContinued, keep: (typed) => own.keep({ ...typed, extra }) }
  }

  async function send(values: Values): Promise<FormError | undefined> {
    // The records that chosen medicines refer to may still be loading.
    const isOfAnimal = values.products.length > 0 && values.patientUuid !== ''
    const loaded = isOfAnimal
      ? await loadProducts(queryClient, { ...about, patientUuid: values.patientUuid })
      : products
    const request = requestOf(values, { ...context, products: loaded })
    try {
      const photoIds = kind === 'QUESTION' ? await photos.send() : []
      const sent = await sending.mutateAsync({ ...request, uuid: draftState.uuid, photoIds })
      if (!isSame(sent, request)) {
        // Text typed since then is a new request, which needs another press.
        const uuid = newUuid()
        setDraftState({ ...draftState, uuid, tried: undefined })
        draftAs(uuid, {}).keep({ values: { ...values }, base: { ...initial } })
        return { text: <FormattedMessage id="client.requests.sentBefore" /> }
      }
      draft.sent(values)
      showAfterNavigation('success', 'client.requests.sent')
      await router.navigate({
        to: '/client/requests/$requestId',
        params: { requestId: sent.uuid },
        replace: true,
      })
      return undefined
    } catch (error) {
      return formErrorHere(error, values)
    }
  }

  function formErrorHere(error: unknown, values: Values): FormError {
    const formError = formErrorOf(error, {
      'rate-limited': { text: <FormattedMessage id="client.requests.tooMany" /> },
    })
    if (error instanceof CallError && error.status === null) {
      const tried = { ...values }
      setDraftState({ ...draftState, tried })
      draftAs(draftState.uuid, tried).keep({ values: tried, base: { ...initial } })
      return { text: <FormattedMessage id="client.requests.notSent" /> }
    }
    if (!formError.fields) return formError
    const fields = atFields(formError.fields, requestOf(values, context))
    if ('photoIds' in fields) photos.resetUploads()
    return { ...formError, fields }
  }

  return (
    <Form initialValues={initial} schema={() => schemaOf(context)} onSubmit={send} draft={draft}>
      <ChosenPatient onPatient={setPatient} />
      {kind === 'REPEAT_MEDICINE' && <RepeatFields patients={patients} products={products} isPending={isPending} />}
      {kind === 'APPOINTMENT' && <AppointmentFields {...{ clientId, patients, search, hours }} />}
      {kind === 'QUESTION' && (
        <QuestionFields patients={patients}>
          <PhotoField of={photos} lostCount={draftState.photos} />
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

/** Reports the chosen animal, and clears the products of the previous animal. */
function ChosenPatient({ onPatient }: { onPatient: (patientUuid: string) => void }) {
  const { values, setFieldValue } = useFormikContext<Values>()
  const { patientUuid, products } = values
  const shown = useRef({ patientUuid, products })
  useEffect(() => {
    const before = shown.current
    shown.current = { patientUuid, products }
    if (patientUuid === before.patientUuid) return
    onPatient(patientUuid)
    // A medicine that was chosen together with its animal stays.
    if (products === before.products) void setFieldValue('products', [], false)
  }, [patientUuid, products, onPatient, setFieldValue])
  return null
}
