/** The text of a file, which Vite puts in the place of the import. */
declare module '*?raw' {
  const text: string;
  export default text;
}
