const found = (
  last: number,
  serial_number: string,
  model: string,
  more: { type?: string | null; is_known?: boolean; port?: number } = {},
) => ({
  ip_address: `10.20.0.${last}`,
  port: 80,
  serial_number,
  model,
  type: 'panel' as string | null,
  firmware: '3.14.2',
  is_known: false,
  ...more,
})

/** A search that has ended, with what it found. */
export const deviceSearch = {
  request_id: 'b7f0a5f4-8d1c-4d52-9a35-0c1d2e3f4a5b',
  state: 'finished',
  done: 254,
  total: 254,
  devices: [
    found(11, 'b4d0c1a7', 'AA-12'),
    found(12, 'b4d0c1a8', 'AA-14FB'),
    found(17, 'c0ffee01', 'CR-02BD', { type: 'accesscontroller', port: 443 }),
    found(21, 'b4d0c177', 'AA-12', { is_known: true }),
    found(40, 'ee00aa12', 'ZZ-99', { type: null }),
  ],
}

export const foundResults = [
  { serial_number: 'b4d0c1a7', id: 71, message: '', fields: {} },
  { serial_number: 'b4d0c1a8', id: 0, message: 'serial number or e-mail already used', fields: {} },
]

export const unclaimedDevice = {
  serial_number: 'd00d1234',
  address: '203.0.113.7',
  seen_at: '2026-03-02T08:15:00Z',
}

const number = (text: string, name?: string, is_cut_off = false) => ({
  number: text,
  source: name ? 'user' : 'general',
  user: name ? { id: Number(text), name } : null,
  is_cut_off,
})

/** What a panel calls for the apartments below its group. */
export const forwardTable = {
  max_numbers: 8,
  is_supported: true,
  items: [
    {
      apartment: '03-01',
      domain: { id: 31, name: 'Flat 1' },
      numbers: [number('100'), number('101', 'Anna Petrova'), number('102', 'Tom Becker')],
      is_confirmed: true,
      is_ambiguous: false,
    },
    {
      apartment: '03-02',
      domain: { id: 32, name: 'Flat 2' },
      numbers: [
        ...Array.from({ length: 8 }, (_, at) => number(String(201 + at), `Resident ${at + 1}`)),
        number('209', 'Resident 9', true),
      ],
      is_confirmed: false,
      is_ambiguous: false,
    },
    {
      apartment: '03-02',
      domain: { id: 33, name: 'Flat 2, copied' },
      numbers: [number('301', 'Maria Silva')],
      is_confirmed: false,
      is_ambiguous: true,
    },
    {
      apartment: '03-04',
      domain: { id: 34, name: 'Flat 4' },
      numbers: [],
      is_confirmed: false,
      is_ambiguous: false,
    },
  ],
}
