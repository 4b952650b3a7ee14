/** The product's version; the build fills it in (vite.config.ts). */
export const version: string = import.meta.env.VITE_HEARTH_VERSION ?? 'in development';
