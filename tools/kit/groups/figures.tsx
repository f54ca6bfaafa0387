import Cat from 'lucide-react/icons/cat'
import Dog from 'lucide-react/icons/dog'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { Bars } from '#src/ui/figures/bars.tsx'
import { Curve } from '#src/ui/figures/curve.tsx'
import { MiniWall } from '#src/ui/figures/mini-wall.tsx'
import { QrCode } from '#src/ui/figures/qr-code.tsx'
import { Legend, LegendItem, ShareTiles } from '#src/ui/figures/share-tiles.tsx'
import { StatLink, Stats } from '#src/ui/figures/stats.tsx'
import { Wall } from '#src/ui/figures/wall.tsx'
import { type Group, part } from '../part.tsx'

const bar = (name: string, value: number, open = 0) => ({ key: name, name, value, open, text: `${name}: ${value}` })
const DAY_MS = 86_400_000
const points = [0, 30, 200, 560].map((day) => ({ at: day * DAY_MS, value: 2 + day / 30 }))

export const FIGURES: Group = {
  title: 'Figures and marks',
  parts: {
    Status: part(Status, {
      'no tone': { children: 'Niet actief' },
      ok: { tone: 'ok', icon: Dog, children: 'Betaald' },
      warn: { tone: 'warn', icon: Dog, children: 'Over 6 dagen' },
      bad: { tone: 'bad', icon: Dog, children: 'Te laat' },
    }),
    Tile: part(Tile, {
      small: { size: 'small', icon: Dog },
      'at rest': { icon: Dog },
      large: { size: 'large', icon: Dog },
      pair: { size: 'large', icon: Dog, pair: true },
      initials: { initials: 'Oo' },
      'large initials': { size: 'large', initials: 'Oo' },
      picture: { size: 'large', image: '/favicon.svg' },
      bad: { icon: Cat, tone: 'bad' },
      warn: { icon: Cat, tone: 'warn' },
      missing: { icon: Cat, tone: 'missing' },
      inverse: { icon: Cat, tone: 'inverse' },
    }),
    MiniWall: part(MiniWall, {
      one: { icons: [Cat] },
      'three, one missing': { icons: [Dog, undefined, Cat], missing: Cat },
      six: { icons: [Dog, undefined, Cat, undefined, Dog, undefined] },
    }),
    Wall: part(Wall, { whole: {} }, { about: 'One row on a narrow screen.', whole: 320 }),
    QrCode: part(QrCode, {
      'black on white in every theme': { text: 'https://kliniek.example', label: 'QR-code van het adres' },
    }),
    'Stats, StatLink': {
      wide: true,
      states: {
        'figures, and one of what is closed': (
          <Stats>
            <StatLink to="/admin/clients/registered" name="Geregistreerd" value="1.043" />
            <StatLink to="/admin/clients/unregistered" name="Niet geregistreerd" value="612" />
            <StatLink to="/admin/clients/registered" icon={Cat} bad name="Geblokkeerd" value="17" />
          </Stats>
        ),
      },
    },
    Bars: part(
      Bars,
      { 'a sum, none, a credit, partly and wholly to pay': {} },
      {
        wide: true,
        props: {
          label: 'Per maand',
          bars: [bar('jan', 34), bar('feb', 0), bar('mrt', -5), bar('apr', 41, 20), bar('mei', 100, 100)],
        },
      },
    ),
    Curve: part(
      Curve,
      { rising: { points }, 'always the same': { points: points.map(({ at }) => ({ at, value: 4 })) } },
      {
        wide: true,
        props: { label: 'Gewicht', valueText: (value) => `${value} kg`, timeText: (at) => `dag ${at / DAY_MS}` },
      },
    ),
    ShareTiles: part(
      ShareTiles,
      {
        'a share, and a locked part': { full: 610, half: 17, total: 1655 },
        'all of it': { full: 12, total: 12 },
        nothing: { full: 0, total: 0 },
      },
      { wide: true, props: { label: 'Aandeel' } },
    ),
    'Legend, LegendItem': {
      wide: true,
      states: {
        'all kinds': (
          <Legend>
            <LegendItem kind="full" label="Op het portaal" value="610" />
            <LegendItem kind="half" label="Geblokkeerd" value="17" />
            <LegendItem kind="none" label="Nog niet" value="1.028" />
            <LegendItem kind="open" label="Te betalen" />
          </Legend>
        ),
      },
    },
  },
}
