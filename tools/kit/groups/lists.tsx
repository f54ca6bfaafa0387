import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import FileText from 'lucide-react/icons/file-text'
import Pill from 'lucide-react/icons/pill'
import Scale from 'lucide-react/icons/scale'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { Cards } from '#src/ui/data/cards.tsx'
import { Day } from '#src/ui/data/day.tsx'
import { PhoneLink } from '#src/ui/data/phone-link.tsx'
import { Moment } from '#src/ui/data/moment.tsx'
import { Fact, Facts } from '#src/ui/data/facts.tsx'
import { Fold } from '#src/ui/data/fold.tsx'
import { Item, Items } from '#src/ui/data/items.tsx'
import { useMore } from '#src/ui/data/more.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Panel, PanelFoot, PanelHead } from '#src/ui/layout/panel.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Timeline, TimelineEntry, TimelineYear } from '#src/ui/data/timeline.tsx'
import { type Group, State, useSay } from '../part.tsx'

function ItemLists() {
  const say = useSay()
  const bobbie = (
    <Item
      tile={<Tile icon={Dog} />}
      title={<Link to="/client/patients">{say('Bobbie krijgt zijn vaccinatie', 'Bobbie gets his vaccination')}</Link>}
      sub={say('De hele rij is de link', 'The whole row is the link')}
      when={<Day date="2026-11-26" day="numeric" month="short" />}
    />
  )
  return (
    <>
      <State name="with tiles" wide>
        <Items>
          {bobbie}
          <Item
            tile={<Tile tone="bad" icon={Bell} />}
            title={say('Mies had haar controle moeten krijgen', 'Mies should have had her check')}
            when={<Status tone="bad">{say('14 dagen te laat', '14 days late')}</Status>}
          />
        </Items>
      </State>
      <State name="plain" wide>
        <Items plain>
          <Item title={say('Annelies van den Berg geregistreerd', 'Annelies van den Berg registered')} sub="F. Smit" />
          <Item title={say('Praktijkgegevens gewijzigd', 'Practice details changed')} when="09:41" />
        </Items>
      </State>
      <State name="folded by period" wide>
        <Panel>
          <Fold title={<h3>{say('Deze maand', 'This month')}</h3>} isOpen>
            <Items bare>{bobbie}</Items>
          </Fold>
          <Fold title={<h3>{say('Later', 'Later')}</h3>}>
            <Items bare>{bobbie}</Items>
          </Fold>
        </Panel>
      </State>
      <State name="bare, at the end of a panel" wide>
        <Panel padded className="stack">
          <h2>{say('Herinneringen', 'Reminders')}</h2>
          <Items bare>{bobbie}</Items>
        </Panel>
      </State>
    </>
  )
}

function CardLists() {
  const say = useSay()
  return (
    <>
      <State name="animals" wide>
        <Cards label={say('Dieren', 'Animals')}>
          {[Dog, Cat].map((icon, index) => (
            <li key={index}>
              <Panel padded>
                <Tile icon={icon} size="large" />
              </Panel>
            </li>
          ))}
        </Cards>
      </State>
      <State name="small: files" wide>
        <Cards label={say('Bijlagen', 'Attachments')} small>
          {['uitslag.pdf', 'foto.jpg', 'brief.pdf'].map((file) => (
            <li key={file}>
              <Panel padded className="row">
                <FileText />
                {file}
              </Panel>
            </li>
          ))}
        </Cards>
      </State>
    </>
  )
}

function FactLists() {
  const say = useSay()
  const facts = (
    <>
      <Fact name={say('Geboren', 'Born')}>
        <Day date="2019-03-14" dateStyle="long" />
      </Fact>
      <Fact name={say('Geslacht', 'Sex')}>{say('Reu, gecastreerd', 'Male, neutered')}</Fact>
      <Fact name={say('Gewicht', 'Weight')}>31,4 kg</Fact>
      <Fact name={say('Chipnummer', 'Chip number')}>528140000000123</Fact>
    </>
  )
  return (
    <>
      <State name="in a panel of their own" wide>
        <Facts panel>{facts}</Facts>
      </State>
      <State name="bare" wide>
        <Facts>{facts}</Facts>
      </State>
    </>
  )
}

function Timelines() {
  const say = useSay()
  return (
    <State name="two years; of the last entry no day is known" wide>
      <Timeline label={say('Logboek', 'Logbook')}>
        <TimelineYear>2026</TimelineYear>
        <TimelineEntry
          date="2026-05-12"
          icon={Stethoscope}
          title={say('Consult: mank aan de linkervoorpoot', 'Consultation: lame on the left forepaw')}
        >
          <p>{say('Lichte verstuiking, geen breuk.', 'A slight sprain, no fracture.')}</p>
        </TimelineEntry>
        <TimelineEntry date="2026-05-12" icon={Pill} tone="bad" title={say('Medicijn geweigerd', 'Medicine refused')} />
        <TimelineYear>2025</TimelineYear>
        <TimelineEntry date={undefined} icon={Scale} title={say('Gewicht 31,9 kg', 'Weight 31.9 kg')} />
      </Timeline>
    </State>
  )
}

function Long() {
  const say = useSay()
  const { shown, more } = useMore(Array.from({ length: 250 }, (_, index) => index + 1))
  return (
    <State name="250 rows, of which 200 are drawn" wide>
      <Items plain>
        {shown.map((number) => (
          <Item key={number} title={say(`Regel ${number}`, `Row ${number}`)} />
        ))}
      </Items>
      {more}
    </State>
  )
}

function Days() {
  return (
    <>
      <State name="short">
        <Day date="2026-11-26" day="numeric" month="short" year="numeric" />
      </State>
      <State name="long">
        <Day date="2026-11-26" dateStyle="long" />
      </State>
      <State name="no day: as it came">
        <Day date="voorjaar 2026" />
      </State>
    </>
  )
}

function PhoneLinks() {
  return (
    <>
      <State name="a number">
        <PhoneLink phone="030 555 01 23" />
      </State>
      <State name="two numbers: the first is dialled">
        <PhoneLink phone="030-5550123 / 06-12345678" />
      </State>
      <State name="no number">
        <PhoneLink phone="geheim" />
      </State>
    </>
  )
}

function Moments() {
  const of = { at: '2026-11-26T10:20:00+01:00', timeZone: 'Europe/Amsterdam' }
  return (
    <>
      <State name="short">
        <Moment {...of} today="2026-11-20" />
      </State>
      <State name="long, of another year">
        <Moment {...of} today="2025-11-20" look="long" />
      </State>
    </>
  )
}

function Panels() {
  const say = useSay()
  return (
    <>
      <State name="padded">
        <Panel padded>{say('Tekst in een paneel', 'Text in a panel')}</Panel>
      </State>
      <State name="danger">
        <Panel padded danger>
          {say('Wat niet ongedaan kan', 'What cannot be undone')}
        </Panel>
      </State>
      <State name="with its PanelHead and PanelFoot" wide>
        <Panel>
          <PanelHead>
            <h2>{say('Logboek', 'Logbook')}</h2>
            <Link to="/client/patients">{say('Alles', 'All')}</Link>
          </PanelHead>
          <ul>
            <li style={{ padding: 'var(--space-4) var(--space-5)' }}>{say('Wat erin staat', 'What is in it')}</li>
          </ul>
          <PanelFoot>
            <Button variant="ghost">{say('Annuleren', 'Cancel')}</Button>
            <Button variant="primary">{say('Opslaan', 'Save')}</Button>
          </PanelFoot>
        </Panel>
      </State>
    </>
  )
}

export const LISTS: Group = {
  title: 'Lists and texts',
  parts: [
    { name: 'Panel, PanelHead, PanelFoot', about: 'The one level that lies on the page.', Show: Panels },
    {
      name: 'Items, Item',
      about: 'For owners: rows of 64 px with a tile.',
      keys: 'The link of a row by Tab.',
      Show: ItemLists,
    },
    { name: 'Cards', about: 'As many beside each other as there is room for.', Show: CardLists },
    { name: 'Facts, Fact', Show: FactLists },
    { name: 'Timeline, TimelineYear, TimelineEntry', Show: Timelines },
    { name: 'useMore', Show: Long },
    { name: 'Day', about: 'A day in the language of the portal.', Show: Days },
    { name: 'PhoneLink', about: 'A number that is dialled when it is pressed.', Show: PhoneLinks },
    { name: 'Moment', about: 'A day and a time of a place.', Show: Moments },
  ],
}
