import { expect, test, vi } from 'vitest'
import { formIsNear, prefetch } from './prefetch'

const page = () => vi.fn(async () => ({ default: () => null }))

test('the page of a link is loaded once, when somebody is about to open it', () => {
  const [list, form] = [page(), page()]
  const known = [
    { path: '/doors', load: list },
    { path: '/doors/add', load: form },
    { path: '/doors/:id/edit', load: form },
  ]
  prefetch('/doors/7/edit', known)
  prefetch('/doors/add', known)
  expect(form).toHaveBeenCalledTimes(1)
  expect(list).not.toHaveBeenCalled()
  prefetch('/elsewhere', known)
  expect(list).not.toHaveBeenCalled()
})

test('a page that could not be loaded ahead is loaded again', async () => {
  const load = page().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const known = [{ path: '/lifts', load }]
  prefetch('/lifts', known)
  await vi.waitFor(() => {
    prefetch('/lifts', known)
    expect(load).toHaveBeenCalledTimes(2)
  })
})

test('once the page of a form is loaded ahead, its controls are drawn ahead too; those of a list are not', async () => {
  const told = vi.fn()
  formIsNear.is = false
  formIsNear.listeners.add(told)
  const [list, form] = [page(), page()]
  const known = [
    { path: '/gates', load: list },
    { path: '/gates/add', load: form },
  ]
  prefetch('/gates', known)
  await vi.waitFor(() => expect(list).toHaveBeenCalled())
  expect(told).not.toHaveBeenCalled()
  prefetch('/gates/add', known)
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1))
  expect(formIsNear.is).toBe(true)
})
