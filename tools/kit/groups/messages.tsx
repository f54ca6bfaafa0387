import CornerUpLeft from 'lucide-react/icons/corner-up-left'
import Eye from 'lucide-react/icons/eye'
import Search from 'lucide-react/icons/search'
import { useId, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { object, string } from 'yup'
import { Banner } from '#src/ui/feedback/banner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ConfirmDialog, Modal, ModalBody, ModalFoot } from '#src/ui/feedback/dialog.tsx'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { Form } from '#src/ui/forms/form.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Messages } from '#src/ui/feedback/messages.tsx'
import { ModalFormFoot } from '#src/ui/forms/modal-form-foot.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { type Group, State, useSay } from '../part.tsx'

const KINDS = ['success', 'error', 'warning', 'info', 'loading'] as const

const useTexts = () => {
  const say = useSay()
  return {
    success: say('Opgeslagen', 'Saved'),
    error: say('Er ging iets mis. Probeer het later opnieuw.', 'Something went wrong. Please try again later.'),
    warning: say('Uw sessie is verlopen.', 'Your session has expired.'),
    info: say('De praktijk is 25 december gesloten.', 'The practice is closed on 25 December.'),
    loading: say('Facturen laden', 'Loading invoices'),
  }
}

function Kinds() {
  const say = useSay()
  const texts = useTexts()
  return KINDS.map((kind) => (
    <State key={kind} name={`${kind}: to close, and to stay`} wide>
      <div className="stack">
        <Message kind={kind} onDismiss={() => {}}>
          {texts[kind]}
        </Message>
        <Message kind={kind}>
          <strong>{texts[kind]}</strong> {say('Met een tweede zin eronder.', 'With a second sentence below.')}
        </Message>
      </div>
    </State>
  ))
}

function AllMessages() {
  const texts = useTexts()
  const [shown, setShown] = useState<readonly (keyof typeof texts)[]>(KINDS)
  return (
    <Messages
      messages={Object.fromEntries(shown.map((kind) => [kind, { kind }]))}
      render={({ kind }: { kind: keyof typeof texts }) => texts[kind]}
      onDismiss={(kind) => setShown(shown.filter((other) => other !== kind))}
    />
  )
}

function Notices() {
  const say = useSay()
  return (
    <Notice
      title={say('Geen toegang', 'No access')}
      icons={[Search]}
      actions={<Button variant="primary">{say('Terug', 'Back')}</Button>}
    >
      {say('U mag deze pagina niet bekijken.', 'You may not see this page.')}
    </Notice>
  )
}

function Empties() {
  const say = useSay()
  return (
    <>
      <State name="with a sentence and an action" wide>
        <Panel>
          <Empty
            title={say('Geen cliënt met ‘brg’', 'No client with ‘brg’')}
            actions={<Button variant="secondary">{say('Zoek bij niet geregistreerd', 'Search elsewhere')}</Button>}
          >
            {say('Controleer de spelling.', 'Check the spelling.')}
          </Empty>
        </Panel>
      </State>
      <State name="title only" wide>
        <Panel>
          <Empty title={say('Niets te doen', 'Nothing to do')} icon={Eye} />
        </Panel>
      </State>
    </>
  )
}

const named = async () => object({ name: string().required('required') })

function Dialogs() {
  const say = useSay()
  const titleId = useId()
  const [open, setOpen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const close = () => setOpen(null)
  const word = say('VERWIJDER', 'DELETE')
  const opener = (kind: string) => (
    <State name={kind} key={kind}>
      <Button variant="secondary" onClick={() => setOpen(kind)}>
        {say('Openen', 'Open')}
      </Button>
    </State>
  )
  const remove = {
    title: say('Annelies van den Berg verwijderen?', 'Delete Annelies van den Berg?'),
    confirmLabel: say('Verwijderen', 'Delete'),
    onConfirm: close,
    onClose: close,
  }
  const text = <p>{say('Zij kan daarna niet meer inloggen.', 'She can no longer sign in after that.')}</p>
  return (
    <>
      {['ConfirmDialog', 'primary', 'busy', 'with a problem', 'to be typed first', 'Modal', 'with a form'].map(opener)}
      {open === 'ConfirmDialog' && <ConfirmDialog {...remove}>{text}</ConfirmDialog>}
      {open === 'primary' && (
        <ConfirmDialog {...remove} variant="primary">
          {text}
        </ConfirmDialog>
      )}
      {open === 'busy' && (
        <ConfirmDialog {...remove} busy>
          {text}
        </ConfirmDialog>
      )}
      {open === 'with a problem' && (
        <ConfirmDialog {...remove} problem={say('Dat lukte niet.', 'That did not work.')}>
          {text}
        </ConfirmDialog>
      )}
      {open === 'to be typed first' && (
        <ConfirmDialog {...remove} disabled={typed !== word}>
          <ConfirmInput label={say(`Typ ${word}`, `Type ${word}`)} value={typed} onChange={setTyped} />
        </ConfirmDialog>
      )}
      {open === 'Modal' && (
        <Modal labelledBy={titleId} onClose={close}>
          <ModalBody>
            <h2 className="title" id={titleId}>
              {say('Wat u maar wilt', 'Whatever you like')}
            </h2>
          </ModalBody>
          <ModalFoot>
            <Button variant="secondary" onClick={close}>
              {say('Sluiten', 'Close')}
            </Button>
          </ModalFoot>
        </Modal>
      )}
      {open === 'with a form' && (
        <Modal labelledBy={titleId} onClose={close}>
          <Form initialValues={{ name: '' }} schema={named} onSubmit={async () => close()}>
            <ModalBody>
              <h2 className="title" id={titleId}>
                {say('Hoe heet deze computer?', 'What is this computer called?')}
              </h2>
              <TextField name="name" label={say('Naam', 'Name')} required />
            </ModalBody>
            <ModalFormFoot onClose={close}>
              <FormattedMessage id="core.buttons.save" />
            </ModalFormFoot>
          </Form>
        </Modal>
      )}
    </>
  )
}

function Banners() {
  const say = useSay()
  return (
    <State name="viewing the portal as a client" wide>
      <Banner
        icon={Eye}
        actions={
          <Button variant="secondary" icon={CornerUpLeft}>
            {say('Terug naar beheer', 'Back to the clinic')}
          </Button>
        }
      >
        {say('U bekijkt het portaal als', 'You view the portal as')} <strong>Annelies van den Berg</strong>
      </Banner>
    </State>
  )
}

function Meters() {
  const say = useSay()
  return [0, 0.4, 1].map((value) => (
    <State key={value} name={`${value * 100}%`}>
      <Progress aria-label={say('Versturen', 'Sending')} value={value} />
    </State>
  ))
}

export const MESSAGES: Group = {
  title: 'What is told',
  parts: [
    { name: 'Message', about: 'Five kinds. An error and a warning are alerts.', Show: Kinds },
    {
      name: 'Messages',
      about: 'One of a kind at a time. What went well goes after 6 seconds, unless the mouse or the focus is on it.',
      keys: 'Tab goes to the cross.',
      whole: 400,
      Show: AllMessages,
    },
    {
      name: 'ConfirmDialog, Modal, ModalFormFoot',
      keys: 'Tab stays within, Escape closes, and the focus goes back to the opener. Starts on Cancel.',
      Show: Dialogs,
    },
    { name: 'Banner', about: 'Cannot be closed, only left.', Show: Banners },
    { name: 'Empty', about: 'In the place of a list.', Show: Empties },
    { name: 'Notice', about: 'All that a page says.', whole: 620, Show: Notices },
    { name: 'ProgressBar', about: 'On top of the page, after 150 ms.', whole: 40, Show: () => <ProgressBar active /> },
    { name: 'Progress', about: 'How far something is.', Show: Meters },
    {
      name: 'Spinner',
      about: 'Says nothing by itself.',
      Show: () => (
        <State name="turning; slowly where less motion is asked for">
          <Spinner />
        </State>
      ),
    },
  ],
}
