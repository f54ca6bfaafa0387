import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { FormattedMessage } from 'react-intl'
import type { ObjectSchema } from 'yup'
import type { FactorProof } from '#contract/schemas/second-factor.ts'
import { useCan } from '#src/api/capabilities.ts'
import { canSignedOut } from '#src/lib/api-root.ts'
import { secondFactorQueries } from '#src/api/second-factor.ts'
import type { FormErrorsByCode } from '#src/features/form-error.tsx'
import { Modal, ModalBody } from '#src/ui/feedback/dialog.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { DialogForm } from '#src/ui/forms/form-dialog.tsx'
import { type FormDraft, withoutFields } from '#src/ui/forms/form-draft.tsx'
import type { FormError } from '#src/ui/forms/form.tsx'
import { OidcSignIn } from './oidc.tsx'
import { type Means, NO_PROOF, ProofFields, useProof } from './proof.tsx'

type Values = Readonly<Record<string, string | readonly string[]>>

interface ProofDialogProps {
  /** Methods to prove the identity; by default all methods of the user, which are loaded. */
  means?: Means | undefined
  title: ReactNode
  /** Text of the submit button. */
  action: ReactNode
  variant?: 'primary' | 'danger' | undefined
  /** Initial values and schema of the fields beside the proof. */
  initialValues?: Values
  schema?: (() => Promise<ObjectSchema<object>>) | undefined
  /** Draft of the fields beside the proof. */
  draft?: FormDraft | undefined
  /** Performs the action with the proof; the dialog shows thrown errors. */
  act: (proof: FactorProof, values: Values) => Promise<void>
  byCode?: FormErrorsByCode | undefined
  /** Texts of errors that do not come from a call, such as those of the browser. */
  formErrorOf?: ((error: unknown) => FormError | undefined) | undefined
  onClose: () => void
  children: ReactNode
}

const PASSWORD: Means = { hasPassword: true, hasPasskeys: false, hasApp: false }

/** Asks for a proof with the given methods, or with all methods of a member of staff. */
export function ProofDialog({ means, ...props }: ProofDialogProps) {
  const titleId = useId()
  // Other APIs have only passwords.
  const hasFactors = useCan('second-factor')
  const isEnabled = hasFactors && !means
  const query = useQuery({ ...secondFactorQueries.own(), enabled: isEnabled })
  const { data } = query
  const own = data && { ...data, hasPasskeys: data.passkeys > 0, hasApp: data.totpSince !== undefined }
  const known = means ?? (hasFactors ? own : PASSWORD)
  return (
    <Modal labelledBy={titleId} onClose={props.onClose}>
      {known ? (
        <ProofForm {...props} titleId={titleId} means={known} />
      ) : (
        <ModalBody>
          <h2 className="title" id={titleId}>
            {props.title}
          </h2>
          {!query.isError && <Spinner />}
          <LoadFailure query={query}>
            <FormattedMessage id="core.errors.generalError" />
          </LoadFailure>
        </ModalBody>
      )}
    </Modal>
  )
}

function ProofForm({ means, ...props }: ProofDialogProps & { means: Means; titleId: string }) {
  const { initialValues, schema, draft, act, byCode, formErrorOf, children, ...dialog } = props
  const proof = useProof(means)
  // Without any method, a recent sign-in at the issuer is the proof.
  const isBySession = !means.hasPassword && !means.hasPasskeys && !means.hasApp

  async function send(values: Values & typeof NO_PROOF): Promise<FormError | undefined> {
    try {
      await act(await proof.of(values), values)
      return undefined
    } catch (error) {
      return formErrorOf?.(error) ?? proof.formErrorOf(error, byCode)
    }
  }

  async function wholeSchema() {
    const { codeFormSchema, noProofFormSchema, passwordProofFormSchema } =
      await import('#contract/schemas/second-factor.ts')
    return noProofFormSchema
      .concat(proof.needsPassword ? passwordProofFormSchema : noProofFormSchema)
      .concat(proof.needsCode ? codeFormSchema : noProofFormSchema)
      .concat((await schema?.()) ?? noProofFormSchema)
  }

  return (
    <div ref={focusFirstControl}>
      <DialogForm
        {...dialog}
        initialValues={{ ...initialValues, ...NO_PROOF }}
        schema={wholeSchema}
        onSubmit={send}
        draft={draft && withoutFields(draft, Object.keys(NO_PROOF))}
      >
        {children}
        <ProofFields proof={proof} />
        {isBySession && canSignedOut('oidc') && <OidcSignIn fresh />}
      </DialogForm>
    </div>
  )
}

/** Focuses a form that is loaded after its dialog has opened. Module scope keeps the ref callback stable. */
function focusFirstControl(form: HTMLElement | null) {
  if (form?.closest('dialog')?.open && !form.contains(document.activeElement))
    form.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}
