import { Link } from '@tanstack/react-router'
import Dog from 'lucide-react/icons/dog'
import { Cards } from '#src/ui/data/cards.tsx'
import { Day, Moment } from '#src/ui/data/day.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { useMore } from '#src/ui/data/more.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Status } from '#src/ui/data/status.tsx'
import * as tables from '#src/ui/data/table.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Timeline, TimelineEntry, TimelineYear } from '#src/ui/data/timeline.tsx'
import { Button, IconButton } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { type Group, nothing, part } from '../part.tsx'

const day = <Day date="2026-11-26" day="numeric" month="short" />
const late = <Status tone="bad">Te laat</Status>
const bobbie = <Item tile={<Tile icon={Dog} />} title={<Link to="/">Bobbie</Link>} sub="Vaccinatie" when={day} />
const bare = <Items bare>{bobbie}</Items>
const mies = <Item tile={<Tile tone="bad" icon={Dog} />} title="Mies had haar controle moeten krijgen" when={late} />
const plain = <Item title="Annelies van den Berg geregistreerd" sub="F. Smit" when="09:41" />
const facts = (
  <>
    <Fact name="Geboren">{day}</Fact>
    <Fact name="Geslacht">Reu, gecastreerd</Fact>
    <Fact name="Chipnummer">528140000000123</Fact>
  </>
)
const cards = [1, 2, 3].map((number) => (
  <li key={number}>
    <Panel padded>foto-{number}.jpg</Panel>
  </li>
))

function Long() {
  const { shown, more } = useMore(Array.from({ length: 250 }, (_, index) => index + 1))
  return (
    <>
      <p>{shown.length} regels</p>
      {more}
    </>
  )
}

const { HeadCell, WideCell, LeadCell, DetailCell, RoomCell, AmountCell, StateCell, ActionsCell, PickCell } = tables
const menu = (
  <Menu label="Acties" trigger="…">
    <MenuItem onSelect={nothing}>Bekijk als</MenuItem>
  </Menu>
)
const table = (
  <Panel>
    <tables.Table
      label="Facturen"
      head={
        <>
          <HeadCell hidden label="admin.bulk.pick" />
          <HeadCell wide label="client.invoices.date" />
          <HeadCell label="client.invoices.description" />
          <HeadCell room label="client.visitForms.veterinarian" />
          <HeadCell amount label="client.invoices.amount" />
          <HeadCell label="client.invoices.status" />
          <HeadCell hidden label="admin.clients.actions" />
        </>
      }
    >
      {['Consult Mies', 'Röntgenfoto Bobbie'].map((what) => (
        <tr key={what}>
          <PickCell>
            <Checkbox checked={false} aria-label={`Kies ${what}`} onChange={nothing} />
          </PickCell>
          <WideCell>{day}</WideCell>
          <LeadCell>
            <Link to="/client/invoices">{what}</Link>
          </LeadCell>
          <DetailCell>
            <tables.NarrowOnly>{day}</tables.NarrowOnly>
          </DetailCell>
          <RoomCell>drs. A. Bakker</RoomCell>
          <AmountCell>€ 1.342,75</AmountCell>
          <StateCell>{late}</StateCell>
          <ActionsCell>
            <tables.RowActions menu={menu}>
              <Button variant="ghost">Bekijk als</Button>
              <IconButton icon={Dog} danger label={`Verwijderen: ${what}`} />
            </tables.RowActions>
          </ActionsCell>
        </tr>
      ))}
    </tables.Table>
  </Panel>
)
export const LISTS: Group = {
  title: 'Lists and texts',
  parts: {
    'Panel, PanelHead, PanelFoot': {
      states: {
        padded: <Panel padded>Tekst in een paneel</Panel>,
        danger: (
          <Panel padded danger>
            Wat niet ongedaan kan
          </Panel>
        ),
        'with its PanelHead and PanelFoot': (
          <Panel>
            <PanelHead>
              <h2>Logboek</h2>
              <Link to="/client/patients">Alles</Link>
            </PanelHead>
            <PanelFoot>
              <Button variant="primary">Opslaan</Button>
            </PanelFoot>
          </Panel>
        ),
      },
    },
    'Items, Item, Fold': {
      wide: true,
      states: {
        'with tiles': (
          <Items>
            {bobbie}
            {mies}
          </Items>
        ),
        plain: <Items plain>{plain}</Items>,
        'folded by period': (
          <Panel>
            <Fold title={<h3>Deze maand</h3>} isOpen>
              {bare}
            </Fold>
            <Fold title={<h3>Later</h3>}>{bare}</Fold>
          </Panel>
        ),
        'folded within a text': (
          <Fold isInline title="3 waarschuwingen">
            <p>Regel 2: de datum ontbreekt.</p>
          </Fold>
        ),
        'bare, at the end of a panel': <Panel padded>{bare}</Panel>,
      },
    },
    Cards: part(
      Cards,
      { 'as many beside each other as there is room for': {}, small: { small: true } },
      { wide: true, props: { label: 'Bijlagen', children: cards } },
    ),
    'Facts, Fact': {
      wide: true,
      states: { 'in a panel of their own': <Facts panel>{facts}</Facts>, bare: <Facts>{facts}</Facts> },
    },
    'Timeline, TimelineYear, TimelineEntry': {
      wide: true,
      states: {
        'two years; the last entry without a day': (
          <Timeline label="Logboek">
            <TimelineYear>2026</TimelineYear>
            <TimelineEntry date="2026-05-12" icon={Dog} title="Consult">
              <p>Lichte verstuiking.</p>
            </TimelineEntry>
            <TimelineEntry date="2026-05-12" icon={Dog} tone="bad" title="Medicijn geweigerd" />
            <TimelineYear>2025</TimelineYear>
            <TimelineEntry date={undefined} icon={Dog} title="Gewicht 31,9 kg" />
          </Timeline>
        ),
      },
    },
    useMore: { wide: true, states: { '250 rows, of which 200 are drawn': <Long /> } },
    'Table and its cells': {
      about: 'Under 640 px of its own width a row has two lines. The focus of a removed row goes to the next one.',
      wide: true,
      states: {
        'a row is a link, with a checkbox and actions': table,
        'narrow: two lines and a menu': <div style={{ maxWidth: '24rem' }}>{table}</div>,
      },
    },
    Day: part(Day, {
      short: { date: '2026-11-26', day: 'numeric', month: 'short', year: 'numeric' },
      long: { date: '2026-11-26', dateStyle: 'long' },
      'no day: as received': { date: 'voorjaar 2026' },
    }),
    PhoneLink: part(PhoneLink, {
      'a number': { phone: '030 555 01 23' },
      'two numbers: the first is dialled': { phone: '030-5550123 / 06-12345678' },
      'no number': { phone: 'geheim' },
    }),
    Moment: part(
      Moment,
      { 'a day': { day: 'numeric', month: 'long' }, 'a time': { hour: '2-digit', minute: '2-digit' } },
      { props: { at: '2026-11-26T10:20:00+01:00', timeZone: 'Europe/Amsterdam' } },
    ),
  },
}
