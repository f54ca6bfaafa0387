import Building2 from 'lucide-react/icons/building-2'
import Cat from 'lucide-react/icons/cat'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Dog from 'lucide-react/icons/dog'
import Lock from 'lucide-react/icons/lock'
import Rabbit from 'lucide-react/icons/rabbit'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type Bar, Bars } from '#src/ui/figures/bars.tsx'
import { Curve } from '#src/ui/figures/curve.tsx'
import { QrCode } from '#src/ui/figures/qr-code.tsx'
import { MiniWall } from '#src/ui/figures/mini-wall.tsx'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { StatLink, Stats } from '#src/ui/figures/stats.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { type Group, State, useSay } from '../part.tsx'

function Statuses() {
  const say = useSay()
  return (
    <>
      <State name="no tone">
        <Status>{say('Niet actief', 'Not active')}</Status>
      </State>
      <State name="ok">
        <Status tone="ok" icon={Check}>
          {say('Betaald', 'Paid')}
        </Status>
      </State>
      <State name="warn">
        <Status tone="warn" icon={Clock}>
          {say('Over 6 dagen', 'In 6 days')}
        </Status>
      </State>
      <State name="bad">
        <Status tone="bad" icon={TriangleAlert}>
          {say('Te laat', 'Late')}
        </Status>
      </State>
    </>
  )
}

function Tiles() {
  return (
    <>
      <State name="small, at rest, large">
        <div className="row">
          <Tile size="small" icon={Dog} />
          <Tile icon={Dog} />
          <Tile size="large" icon={Dog} />
          <Tile size="large" icon={Dog} pair />
        </div>
      </State>
      <State name="initials">
        <div className="row">
          <Tile initials="Oo" />
          <Tile size="large" initials="Oo" />
        </div>
      </State>
      <State name="picture">
        <Tile size="large" image="/favicon.svg" />
      </State>
      <State name="bad, missing, inverse">
        <div className="row">
          <Tile icon={Cat} tone="bad" />
          <Tile icon={Cat} tone="warn" />
          <Tile icon={Cat} tone="missing" />
          <Tile icon={Cat} tone="inverse" />
        </div>
      </State>
    </>
  )
}

function Walls() {
  return (
    <>
      <State name="one">
        <MiniWall icons={[Lock]} />
      </State>
      <State name="three, one missing">
        <MiniWall icons={[Dog, undefined, Cat]} missing={Building2} />
      </State>
      <State name="six">
        <MiniWall icons={[Dog, undefined, Cat, undefined, Rabbit, undefined]} />
      </State>
    </>
  )
}

function Codes() {
  const say = useSay()
  return (
    <State name="a code">
      <QrCode text="https://kliniek.example" label={say('QR-code van het adres', 'QR code of the address')} />
    </State>
  )
}

function StatStrips() {
  const say = useSay()
  return (
    <State name="figures, and one that says what is closed" wide>
      <Stats>
        <StatLink to="/admin/clients/registered" name={say('Geregistreerd', 'Registered')} value="1.043" />
        <StatLink to="/admin/clients/unregistered" name={say('Niet geregistreerd', 'Not registered')} value="612" />
        <StatLink to="/admin/clients/registered" icon={Lock} bad name={say('Geblokkeerd', 'Locked')} value="17" />
      </Stats>
    </State>
  )
}

const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov']
const SUMS = [34, 52, 0, 18, 100, 0, 22, -5, 41, 58, 36]
const BARS: Bar[] = MONTHS.map((name, index) => {
  const value = SUMS[index]!
  return { key: name, name, value, open: index > 8 ? value / (index - 8) : 0, text: `${name}: ${value}` }
})

function BarRows() {
  const say = useSay()
  return (
    <State name="sums, none, a credit, partly and wholly to pay" wide>
      <div className="stack">
        <Bars label={say('Per maand', 'By month')} bars={BARS} />
        <Legend>
          <LegendItem kind="full" label={say('Betaald', 'Paid')} />
          <LegendItem kind="open" label={say('Te betalen', 'To pay')} value="€ 65" />
        </Legend>
      </div>
    </State>
  )
}

const DAY_MS = 86_400_000
const GROWING = [
  [0, 2.1],
  [30, 4.4],
  [200, 12],
  [560, 21.4],
].map(([days, value]) => ({ at: days! * DAY_MS, value: value! }))

function Curves() {
  const say = useSay()
  const texts = { valueText: (value: number) => `${value} kg`, timeText: (at: number) => `${at / DAY_MS}` }
  return (
    <>
      <State name="points of different days" wide>
        <Curve label={say('Gewicht, van 2,1 tot 21,4 kg', 'Weight, from 2.1 to 21.4 kg')} points={GROWING} {...texts} />
      </State>
      <State name="always the same" wide>
        <Curve
          label={say('Gewicht, steeds 4 kg', 'Weight, always 4 kg')}
          points={GROWING.map(({ at }) => ({ at, value: 4 }))}
          {...texts}
        />
      </State>
    </>
  )
}

function Shares() {
  const say = useSay()
  return (
    <>
      <State name="a share, and a part that is locked" wide>
        <div className="stack">
          <ShareTiles full={610} half={17} total={1655} label={say('610 van 1655', '610 of 1655')} />
          <Legend>
            <LegendItem kind="full" label={say('Op het portaal', 'On the portal')} value="610" />
            <LegendItem kind="half" label={say('Geblokkeerd', 'Locked')} value="17" />
            <LegendItem kind="none" label={say('Nog niet', 'Not yet')} value="1.028" />
          </Legend>
        </div>
      </State>
      <State name="all of it" wide>
        <ShareTiles full={12} total={12} label={say('12 van 12', '12 of 12')} />
      </State>
      <State name="nothing" wide>
        <ShareTiles full={0} total={0} label={say('Niets', 'Nothing')} />
      </State>
    </>
  )
}

export const FIGURES: Group = {
  title: 'Figures and marks',
  parts: [
    { name: 'Status', about: 'Always a word: colour alone says nothing.', Show: Statuses },
    { name: 'Tile', about: 'An ornament: the name stands beside it.', Show: Tiles },
    { name: 'MiniWall', about: 'Above a notice.', Show: Walls },
    { name: 'QrCode', about: 'Black on white in every theme.', Show: Codes },
    { name: 'Stats, StatLink', keys: 'Tab, and Enter.', Show: StatStrips },
    { name: 'Bars', about: 'Each bar has its text for who does not see it.', Show: BarRows },
    { name: 'Curve', about: 'One image with its text; a table stands beside it.', Show: Curves },
    { name: 'ShareTiles, Legend, LegendItem', Show: Shares },
  ],
}
