import { installCatalogueMessages } from './zodMessages'

// Before the first schema is made: zod otherwise tries `unsafe-eval`, which the gateway's content policy reports.
installCatalogueMessages()
