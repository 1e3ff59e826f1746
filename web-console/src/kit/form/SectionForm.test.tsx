import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { renderApp } from '@/testing/renderApp'
import { SectionForm } from './SectionForm'
import { typedFields } from './typedFields'

const schema = z.object({ name: z.string(), address: z.string() })
type Values = z.input<typeof schema>
const F = typedFields<Values>()

function Section({ onSave }: { onSave: (values: Values) => Promise<unknown> }) {
  // Made anew at each render, as by a page that takes it from the cached row.
  const [cached, setCached] = useState({ name: 'Anna', address: 'Quay 1' })
  return (
    <>
      <SectionForm schema={schema} values={{ ...cached }} onSave={onSave}>
        <F.Text name="name" label="Name" />
        <F.Text name="address" label="Address" />
      </SectionForm>
      <button type="button" onClick={() => setCached({ name: 'Anna B.', address: 'Quay 2' })}>
        refetch
      </button>
    </>
  )
}

test('a saved section keeps what was saved until the refetch brings more', async () => {
  const onSave = vi.fn(async () => undefined)
  renderApp(<Section onSave={onSave} />)
  await userEvent.clear(screen.getByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'Anna B.')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: /Save/ })).toBeDisabled())
  expect(onSave).toHaveBeenCalledWith({ name: 'Anna B.', address: 'Quay 1' })
  expect(screen.getByLabelText('Name')).toHaveValue('Anna B.')
  await userEvent.click(screen.getByRole('button', { name: 'refetch' }))
  expect(screen.getByLabelText('Address')).toHaveValue('Quay 2')
})
