/** Examples of what connectors are told. The keys are those of the protocol's own example. */
export const connectorExamples = {
  listConnectorKeys: {
    response: {
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          use: 'sig',
          kid: 'azzsywML796ZMjKPVgzZkMUQoF8WfcDoIbH8q4VWV18',
          x: 'e3fh9R9Rj6FCIYHQoJEAV2divHYWajmEgN5MebuzDhw',
          y: 'b-9z2mRdHBUVehy2qW3W1CTE3PEEGtf5YyI0yO672BE',
        },
        {
          kty: 'EC',
          crv: 'P-256',
          use: 'enc',
          kid: 'jc8DMTSHN8fE6bwuOpbERf0iwonvGPMQnFz4a2X6kEU',
          x: 'DReXLtYCemb2sV0A9HIkQUi2DaLiLwRJ0gOjtZB632w',
          y: 'eM7TNBS03ysc9xle745cBs9cL3JWKCw4m3dxpYtdbC8',
        },
      ],
    },
  },
};
