import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Download from 'lucide-react/icons/download'
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useIntl } from 'react-intl'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Status } from '#src/ui/data/status.tsx'
import {
  ActionsCell,
  AmountCell,
  DetailCell,
  HeadCell,
  LeadCell,
  NarrowOnly,
  PickCell,
  RowActions,
  StateCell,
  Table,
  RoomCell,
  WideCell,
} from '#src/ui/data/table.tsx'
import { type Group, State, useSay } from '../part.tsx'

const NARROW = '24rem'
const CLIENTS = [
  { particle: 'van den', name: 'Berg', first: 'Annelies', locked: false },
  { particle: '', name: 'Riele', first: 'Theo', locked: true },
]
const INVOICES = [
  { date: '2026-11-12', what: 'Consult Mies', number: '2026-04187', amount: 61.85, icon: Clock, tone: 'warn' },
  { date: '2026-10-09', what: 'Nierdieetvoer', number: '2026-03820', amount: 99.5, icon: TriangleAlert, tone: 'bad' },
  { date: '2026-05-12', what: 'Röntgenfoto Bobbie', number: '2026-01903', amount: 1342.75, icon: Check, tone: 'ok' },
] as const

/** With a checkbox in front, or with actions at the end. */
function ClientTable({ picks }: { picks?: boolean }) {
  const say = useSay()
  const words = {
    pick: say('Kies', 'Select'),
    viewAs: say('Bekijk als', 'View as'),
    lock: say('Blokkeren', 'Lock'),
    remove: say('Verwijderen', 'Delete'),
  }
  const head = (
    <>
      {picks && (
        <HeadCell hidden width="4.5rem">
          {words.pick}
        </HeadCell>
      )}
      <HeadCell>{say('Achternaam', 'Last name')}</HeadCell>
      <HeadCell>{say('Voornaam', 'First name')}</HeadCell>
      <HeadCell>Status</HeadCell>
      {!picks && <HeadCell hidden>{say('Acties', 'Actions')}</HeadCell>}
    </>
  )
  return (
    <Panel>
      <Table label={say('Cliënten', 'Clients')} head={head}>
        {CLIENTS.map(({ particle, name, first, locked }) => (
          <tr key={name}>
            {picks && (
              <PickCell>
                <Checkbox checked={locked} aria-label={`${words.pick} ${name}`} onChange={() => {}} />
              </PickCell>
            )}
            <LeadCell>
              <span className="particle">{particle}</span> <strong>{name}</strong>
            </LeadCell>
            <DetailCell>{first}</DetailCell>
            <StateCell>
              {locked && (
                <Status tone="bad" icon={Lock}>
                  {say('Geblokkeerd', 'Locked')}
                </Status>
              )}
            </StateCell>
            {!picks && (
              <ActionsCell>
                <RowActions
                  menu={
                    <Menu label={`${say('Acties voor', 'Actions for')} ${name}`} trigger={<EllipsisVertical />}>
                      <MenuItem icon={Eye} onSelect={() => {}}>
                        {words.viewAs}
                      </MenuItem>
                      <MenuItem icon={Trash2} danger onSelect={() => {}}>
                        {words.remove}
                      </MenuItem>
                    </Menu>
                  }
                >
                  <Button variant="ghost">{words.viewAs}</Button>
                  <IconButton icon={Lock} label={`${words.lock}: ${name}`} />
                  <IconButton icon={Trash2} danger label={`${words.remove}: ${name}`} />
                </RowActions>
              </ActionsCell>
            )}
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

const VET = 'drs. A. Bakker'

function InvoiceTable() {
  const say = useSay()
  const intl = useIntl()
  const states = { ok: say('Betaald', 'Paid'), warn: 'Open', bad: say('Te laat', 'Late') }
  const head = (
    <>
      <HeadCell wide width="8rem">
        {say('Datum', 'Date')}
      </HeadCell>
      <HeadCell>{say('Omschrijving', 'Description')}</HeadCell>
      <HeadCell>{say('Nummer', 'Number')}</HeadCell>
      <HeadCell room>{say('Dierenarts', 'Vet')}</HeadCell>
      <HeadCell amount>{say('Bedrag', 'Amount')}</HeadCell>
      <HeadCell>Status</HeadCell>
      <HeadCell hidden>{say('Acties', 'Actions')}</HeadCell>
    </>
  )
  return (
    <Panel>
      <Table label={say('Facturen', 'Invoices')} head={head}>
        {INVOICES.map(({ date, what, number, amount, icon, tone }) => {
          const day = <Day date={date} day="numeric" month="short" year="numeric" />
          return (
            <tr key={number}>
              <WideCell>{day}</WideCell>
              <LeadCell>
                <Link to="/client/invoices">{what}</Link>
              </LeadCell>
              <DetailCell>
                <NarrowOnly>{day}, </NarrowOnly>
                {number}
              </DetailCell>
              <RoomCell>{VET}</RoomCell>
              <AmountCell>
                <strong>{intl.formatNumber(amount, { style: 'currency', currency: 'EUR' })}</strong>
              </AmountCell>
              <StateCell>
                <Status tone={tone} icon={icon}>
                  {states[tone]}
                </Status>
              </StateCell>
              <ActionsCell>
                <RowActions>
                  <IconButton icon={Download} label={`${say('Opslaan', 'Save')}: ${number}`} />
                </RowActions>
              </ActionsCell>
            </tr>
          )
        })}
      </Table>
    </Panel>
  )
}

function Tables() {
  return (
    <>
      <State name="picking" wide>
        <ClientTable picks />
      </State>
      <State name="picking, narrow" wide>
        <div style={{ maxWidth: NARROW }}>
          <ClientTable picks />
        </div>
      </State>
      <State name="actions" wide>
        <ClientTable />
      </State>
      <State name="actions, narrow: two lines and a menu" wide>
        <div style={{ maxWidth: NARROW }}>
          <ClientTable />
        </div>
      </State>
      <State name="amounts; the row is a link" wide>
        <InvoiceTable />
      </State>
      <State name="amounts, narrow" wide>
        <div style={{ maxWidth: NARROW }}>
          <InvoiceTable />
        </div>
      </State>
    </>
  )
}

export const TABLES: Group = {
  title: 'Tables',
  parts: [
    {
      name: 'Table and its cells',
      about: 'For staff: rows of 44 px. Under 640 px of its own width a row is an item of two lines.',
      keys: 'Tab through the links and buttons. When a row leaves, the focus goes to the row in its place.',
      Show: Tables,
    },
  ],
}
