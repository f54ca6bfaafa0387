import { useQuery } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ObjectSchema } from 'yup'
import type { FactorProof, SecondFactor } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { secondFactorQueries } from '#src/api/second-factor.ts'
import type { RefusalsByCode } from '#src/features/refusal-of.tsx'
import { Modal, ModalBody } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type FormDraft, withoutFields } from '#src/ui/forms/form-draft.tsx'
import { Form, type Refusal } from '#src/ui/forms/form.tsx'
import { NO_PROOF, ProofFields, useProof } from './proof.tsx'
import { ModalFormFoot } from '#src/ui/forms/submit-button.tsx'

type Values = Readonly<Record<string, string>>

interface ProofDialogProps {
  title: ReactNode
  /** The word of its button. */
  action: ReactNode
  variant?: 'primary' | 'danger' | undefined
  /** What it asks beside the proof: the values to begin with, and their schema. */
  initialValues?: Values
  schema?: (() => Promise<ObjectSchema<object>>) | undefined
  /** Of what it asks beside the proof. */
  draft?: FormDraft | undefined
  /** What is done by the proof; what it throws is told in the dialog. */
  act: (proof: FactorProof, values: Values) => Promise<void>
  byCode?: RefusalsByCode | undefined
  onClose: () => void
  children: ReactNode
}

const UNKNOWN = { hasPassword: true, passkeys: 0, recoveryCodes: 0, required: false } as const satisfies SecondFactor

/** Asks a member of staff for all that they sign in by, for what has to be theirs for sure. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, onClose } = props
  const titleId = useId()
  // Another API has nothing but passwords.
  const hasFactors = useCan('second-factor')
  const { data, isError, isFetching, refetch } = useQuery({ ...secondFactorQueries.own(), enabled: hasFactors })
  const means = hasFactors ? data : UNKNOWN
  const heading = (
    <h2 className="title" id={titleId}>
      {title}
    </h2>
  )
  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      {means ? (
        <ProofForm {...props} title={heading} means={means} />
      ) : (
        <ModalBody>
          {heading}
          {isError ? (
            <>
              <p role="alert">
                <FormattedMessage id="core.errors.generalError" />
              </p>
              <Button variant="secondary" icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
                <FormattedMessage id="core.buttons.retry" />
              </Button>
            </>
          ) : (
            <Spinner />
          )}
        </ModalBody>
      )}
    </Modal>
  )
}

interface ProofFormProps extends ProofDialogProps {
  means: SecondFactor
}

function ProofForm(props: ProofFormProps) {
  const { title, action, variant, initialValues, schema, draft, means, act, byCode, onClose, children } = props
  const { hasPassword, passkeys, totpSince } = means
  const proof = useProof({ hasPassword, hasPasskeys: passkeys > 0, hasApp: totpSince !== undefined })

  async function send(values: Values & typeof NO_PROOF): Promise<Refusal | undefined> {
    try {
      await act(await proof.of(values), values)
      return undefined
    } catch (error) {
      return proof.refused(error, byCode)
    }
  }

  async function wholeSchema() {
    const { codeFormSchema, noProofFormSchema, passwordProofFormSchema } =
      await import('#contract/schemas/second-factor.ts')
    return noProofFormSchema
      .concat(proof.asksPassword ? passwordProofFormSchema : noProofFormSchema)
      .concat(proof.asksCode ? codeFormSchema : noProofFormSchema)
      .concat((await schema?.()) ?? noProofFormSchema)
  }

  return (
    <div ref={focusFirstControl}>
      <Form
        initialValues={{ ...initialValues, ...NO_PROOF }}
        schema={wholeSchema}
        onSubmit={send}
        draft={draft && withoutFields(draft, Object.keys(NO_PROOF))}
      >
        <ModalBody>
          {title}
          {children}
          <ProofFields proof={proof} />
        </ModalBody>
        <ModalFormFoot variant={variant} onClose={onClose}>
          {action}
        </ModalFormFoot>
      </Form>
    </div>
  )
}

/** Moves the focus into a form that was loaded after its dialog has opened. Module scope keeps the ref callback stable. */
function focusFirstControl(form: HTMLElement | null) {
  if (form?.closest('dialog')?.open && !form.contains(document.activeElement))
    form.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}
