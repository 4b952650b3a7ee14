/** The product's version, injected by the build (vite.config.ts). */
export const version: string = import.meta.env.VITE_HEARTH_VERSION ?? 'in development';
