import { useWatch } from 'react-hook-form'
import type { GiveForm } from './schema'

/** What is chosen in the dialog so far. */
export const useGiveValues = () => useWatch<GiveForm>() as GiveForm
