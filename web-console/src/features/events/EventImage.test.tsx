import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '@/testing/renderApp'
import { EventImage } from './EventImage'
import events from './locales/en.json'

const image = () => screen.getByRole('button').querySelector('img')!
const show = (renew: () => Promise<string | undefined>) =>
  renderApp(<EventImage url="/old.jpg" label="Gate" renew={renew} />, { words: { events } })

test('a link that has expired is asked for anew, once', async () => {
  const renew = vi.fn(async () => '/new.jpg')
  show(renew)
  fireEvent.error(image())
  await vi.waitFor(() => expect(image().getAttribute('src')).toBe('/new.jpg'))
  fireEvent.error(image())
  expect(await screen.findByLabelText(events.image.lost)).toBeVisible()
  expect(renew).toHaveBeenCalledTimes(1)
})

test('an image that is not stored any more says so', async () => {
  show(async () => undefined)
  fireEvent.error(image())
  expect(await screen.findByLabelText(events.image.lost)).toBeVisible()
})
