import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import permissions from '@/kit/locales/permissions.en.json'
import { renderApp } from '@/testing/renderApp'
import { api, mockServer } from '@/testing/server'
import { FeatureLack } from './FeatureLack'

const server = mockServer()

const HOUSE = { id: 2, name: 'House' }
const OFFICE = { id: 3, name: 'Office' }

function Form({ domains }: { domains: object[] | object | null }) {
  const form = useForm({ defaultValues: { domains } })
  return (
    <FormProvider {...form}>
      <FeatureLack name="domains" feature="amenity" />
    </FormProvider>
  )
}

/** Resolves to the ids of the groups that were asked for. */
function answering() {
  const asked: string[] = []
  server.use(
    http.get(api('/domains/:id'), ({ params }) => {
      asked.push(String(params.id))
      const features_off = params.id === '2' ? ['amenity', 'sip'] : ['sip']
      return HttpResponse.json({ id: Number(params.id), name: 'Group', features_off })
    }),
  )
  return asked
}

test('of the chosen groups those are named that have not the feature', async () => {
  answering()
  renderApp(<Form domains={[HOUSE, OFFICE]} />, { words: { permissions } })
  expect(await screen.findByText('Not in the licence of House: Amenities')).toBeVisible()
  expect(screen.queryByText(/Office/)).not.toBeInTheDocument()
})

test('nothing is said of a group that has it, and nothing is asked while none is chosen', async () => {
  const asked = answering()
  const { unmount } = renderApp(<Form domains={null} />, { words: { permissions } })
  unmount()
  renderApp(<Form domains={OFFICE} />, { words: { permissions } })
  await waitFor(() => expect(asked).toEqual(['3']))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})
