import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import type { Device } from './api'
import words from './locales/en.json'
import { useBulkSetting } from './useBulkSetting'

const server = mockServer()

const device = (id: number, name: string, talk_timeout: number, model = 'AA-12') =>
  ({
    id,
    name,
    type: model === 'AA-12' ? 'panel' : 'barrier',
    model,
    device_settings: { sip: { talk_timeout } },
  }) as unknown as Device

const devices = [
  device(1, 'Gate', 60),
  device(2, 'Lobby', 120),
  device(3, 'Barrier', 60, 'generic relay'),
  device(4, 'Roof', 60),
]

function Devices() {
  const { action, dialog } = useBulkSetting()
  return (
    <>
      <button type="button" onClick={() => void action.run(devices)}>
        choose
      </button>
      {dialog}
    </>
  )
}

/** The changes that were sent; a change of nothing only looks, and nobody may change the roof. */
function answering() {
  const changes: unknown[] = []
  server.use(
    http.get(api('/profile'), () => HttpResponse.json({ id: 1, permissions: [], features: [] })),
    http.get(api('/device-models'), () =>
      HttpResponse.json({
        items: [
          { type: 'panel', model: 'AA-12', has_sip: true },
          { type: 'barrier', model: 'generic relay', has_sip: false },
        ],
      }),
    ),
    http.patch(api('/devices/:id'), async ({ request, params }) => {
      const id = Number(params.id)
      const body = (await request.json()) as object
      if (id === 4) {
        return HttpResponse.json({}, { status: 403 })
      }
      if (Object.keys(body).length > 0) changes.push([id, body])
      return HttpResponse.json(devices.find((each) => each.id === id))
    }),
  )
  return changes
}

test('a preview says what would change, and only that is sent', async () => {
  const changes = answering()
  renderApp(<Devices />, { words: { devices: words } })
  await userEvent.click(screen.getByRole('button', { name: 'choose' }))
  const dialog = await screen.findByRole('dialog')
  const apply = await within(dialog).findByRole('button', { name: 'Change 1' })
  await waitFor(() => expect(apply).toBeEnabled())
  expect(within(dialog).getByRole('status')).toHaveTextContent(
    'Would change: 1. Already set: 1. Cannot be changed: 2.',
  )
  const lines = within(dialog).getAllByRole('listitem')
  expect(lines.map((line) => line.firstChild?.textContent)).toEqual([
    'Roof',
    'Barrier',
    'Gate',
    'Lobby',
  ])
  expect(lines[1]).toHaveTextContent('generic relay does not have this setting')
  expect(lines[2]).toHaveTextContent('60 s → 120 s')
  expect(changes).toEqual([])
  await userEvent.click(apply)
  await waitFor(() =>
    expect(changes).toEqual([[1, { device_settings: { sip: { talk_timeout: 120 } } }]]),
  )
})

test('where the models cannot be had the dialog says so and asks again', async () => {
  answering()
  server.use(
    http.get(api('/device-models'), () => HttpResponse.json({}, { status: 500 }), { once: true }),
  )
  renderApp(<Devices />, { words: { devices: words } })
  await userEvent.click(screen.getByRole('button', { name: 'choose' }))
  const dialog = await screen.findByRole('dialog')
  const alert = await within(dialog).findByRole('alert')
  await userEvent.click(within(alert).getByRole('button', { name: /Try again/ }))
  expect(await within(dialog).findByRole('button', { name: 'Change 1' })).toBeEnabled()
  expect(within(dialog).queryByRole('alert')).toBeNull()
})
