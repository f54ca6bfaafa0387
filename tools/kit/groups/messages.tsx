import Eye from 'lucide-react/icons/eye'
import type { ComponentProps } from 'react'
import { object, string } from 'yup'
import { Banner } from '#src/ui/feedback/banner.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/feedback/dialog.tsx'
import { Empty } from '#src/ui/feedback/empty.tsx'
import { LoadFailure } from '#src/ui/feedback/load-failure.tsx'
import { Message } from '#src/ui/feedback/message.tsx'
import { Messages } from '#src/ui/feedback/messages.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { ProgressBar } from '#src/ui/feedback/progress-bar.tsx'
import { Progress } from '#src/ui/feedback/progress.tsx'
import { Spinner } from '#src/ui/feedback/spinner.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { ConfirmInput } from '#src/ui/forms/confirm-input.tsx'
import { FormDialog } from '#src/ui/forms/form-dialog.tsx'
import { TextField } from '#src/ui/forms/text-field.tsx'
import { type Group, Opener, nothing, part } from '../part.tsx'

const KINDS = ['success', 'error', 'warning', 'info', 'loading'] as const
const TEXT = 'De praktijk is 25 december gesloten.'

const FAILED = { data: undefined, isError: true, isFetching: false, refetch: () => Promise.resolve() }

const Confirm = (props: Partial<ComponentProps<typeof ConfirmDialog>>) => (
  <Opener>
    {(close) => (
      <ConfirmDialog title="Verwijderen?" confirmLabel="Verwijderen" onConfirm={close} onClose={close} {...props}>
        {props.children ?? <p>Annelies kan daarna niet meer inloggen.</p>}
      </ConfirmDialog>
    )}
  </Opener>
)

export const MESSAGES: Group = {
  title: 'Messages and dialogs',
  parts: {
    Message: part(
      Message,
      Object.fromEntries(
        KINDS.flatMap((kind) => [
          [kind, { kind }],
          [`${kind}, to close`, { kind, onDismiss: nothing }],
        ]),
      ),
      { props: { children: TEXT } },
    ),
    Messages: part(
      Messages,
      { 'all kinds': {} },
      {
        about: 'A success leaves after 6 seconds, unless it is hovered or focused.',
        whole: 400,
        props: {
          messages: Object.fromEntries(KINDS.map((kind) => [kind, { text: TEXT }])),
          render: () => TEXT,
          onDismiss: nothing,
        },
      },
    ),
    ConfirmDialog: part(
      Confirm,
      {
        danger: {},
        primary: { variant: 'primary' },
        busy: { busy: true },
        'with a problem': { problem: 'Dat lukte niet.' },
        'with a word to type first': {
          disabled: true,
          children: <ConfirmInput label="Typ VERWIJDER" value="VERW" onChange={nothing} />,
        },
      },
      { about: 'Tab stays within, Escape closes, and the focus returns to the opener. Starts on Cancel.' },
    ),
    FormDialog: {
      states: {
        'with a form': (
          <Opener>
            {(close) => (
              <FormDialog
                title="Hoe heet deze computer?"
                action="Opslaan"
                initialValues={{ name: '' }}
                schema={async () => object({ name: string().required('required') })}
                onSubmit={async () => close()}
                onClose={close}
              >
                <TextField name="name" label="Naam" required />
              </FormDialog>
            )}
          </Opener>
        ),
      },
    },
    Dialog: {
      states: {
        'to read': (
          <Opener>
            {(close) => (
              <Dialog title="Hulp" onClose={close}>
                Bel de praktijk.
              </Dialog>
            )}
          </Opener>
        ),
      },
    },
    Banner: part(
      Banner,
      {
        'viewing as a client': {
          icon: Eye,
          actions: <Button variant="secondary">Terug</Button>,
          children: 'U bekijkt het portaal als Mies',
        },
      },
      { wide: true },
    ),
    LoadFailure: part(LoadFailure, {
      'with a text': { query: FAILED, children: 'De webhooks konden niet worden geladen.' },
      'while it tries again': { query: { ...FAILED, isFetching: true } },
    }),
    Empty: part(
      Empty,
      {
        'with a sentence and an action': {
          actions: <Button variant="secondary">Zoek elders</Button>,
          children: 'Controleer de spelling.',
        },
        'title only': { icon: Eye },
      },
      { wide: true, props: { title: 'Geen cliënt met ‘brg’' } },
    ),
    Notice: part(
      Notice,
      {
        'with an action': {
          title: 'Geen toegang',
          icons: [Eye],
          actions: <Button variant="secondary">Terug</Button>,
          children: TEXT,
        },
      },
      { about: 'The only content of a page.', whole: 620 },
    ),
    ProgressBar: part(ProgressBar, { active: { active: true } }, { about: 'After 150 ms.', whole: 40 }),
    Progress: part(
      Progress,
      { '0 %': { value: 0 }, '40 %': { value: 0.4 }, '100 %': { value: 1 } },
      { props: { 'aria-label': 'Versturen' } },
    ),
    Spinner: part(Spinner, { 'turning; slowly where less motion is preferred': {} }),
  },
}
