import { screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import type { Profile } from '@/api/profile'
import { currentUser, CurrentUserContext } from '@/kit/permissions/currentUser'
import { renderApp } from '@/testing/renderApp'
import words from '../locales/en.json'
import { TrunkNumbers } from './TrunkNumbers'

interface Props {
  features: string[]
  numbers?: string[]
}

function Queue({ features, numbers }: Props) {
  const trunk_numbers = (numbers ?? []).map((number) => ({ number, trunk: null }))
  const form = useForm({ defaultValues: { queue: { params: { trunk_numbers } } } })
  const profile = { id: 7, license_info: { features } } as unknown as Profile
  return (
    <CurrentUserContext value={currentUser(profile)}>
      <FormProvider {...form}>
        <TrunkNumbers name="queue" isOfGroup />
        <p>Page</p>
      </FormProvider>
    </CurrentUserContext>
  )
}

const show = (props: Props) =>
  renderApp(<Queue {...props} />, { words: { 'forward-rules': words } })
const ADD = new RegExp(words.addOutside)

test('numbers outside are added with the feature for trunks only', async () => {
  const { unmount } = show({ features: ['sip'] })
  expect(await screen.findByText('Page')).toBeVisible()
  expect(screen.queryByRole('button', { name: ADD })).not.toBeInTheDocument()
  unmount()
  show({ features: ['sip', 'sip.trunks'] })
  expect(await screen.findByRole('button', { name: ADD })).toBeVisible()
})

test('numbers outside that are there are shown without it', async () => {
  show({ features: ['sip'], numbers: ['+31201234567'] })
  expect(await screen.findByDisplayValue('+31201234567')).toBeVisible()
})
