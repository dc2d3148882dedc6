// Written from the interface until the contract is there; the build writes it anew.
export const registeredFillReceiverAbi = [
  {
    "name": "fill",
    "type": "function",
    "stateMutability": "payable",
    "inputs": [
      {
        "type": "tuple",
        "name": "a",
        "components": [
          {
            "type": "bytes32",
            "name": "requestId"
          },
          {
            "type": "uint256",
            "name": "originChainId"
          },
          {
            "type": "bytes32",
            "name": "originUser"
          },
          {
            "type": "bytes32",
            "name": "originCurrency"
          },
          {
            "type": "uint256",
            "name": "originAmount"
          },
          {
            "type": "uint256",
            "name": "destinationChainId"
          },
          {
            "type": "bytes32",
            "name": "destinationUser"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
      },
      {
        "type": "tuple",
        "name": "terms",
        "components": [
          {
            "type": "address",
            "name": "token"
          },
          {
            "type": "uint256",
            "name": "minimum"
          },
          {
            "type": "uint256",
            "name": "maximum"
          },
          {
            "type": "address",
            "name": "recipient"
          },
          {
            "type": "uint48",
            "name": "deadline"
          },
          {
            "type": "bytes",
            "name": "authorizedCall"
          },
          {
            "type": "tuple[]",
            "name": "calls",
            "components": [
              {
                "type": "address",
                "name": "to"
              },
              {
                "type": "bytes",
                "name": "data"
              },
              {
                "type": "uint256",
                "name": "value"
              }
            ]
          }
        ]
      },
      {
        "type": "bytes",
        "name": "termsSignature"
      },
      {
        "type": "bytes32[]",
        "name": "recipientProof"
      },
      {
        "type": "uint256",
        "name": "amount"
      }
    ],
    "outputs": [
      {
        "type": "uint256",
        "name": "delivered"
      }
    ]
  },
  {
    "name": "authorizeFill",
    "type": "function",
    "stateMutability": "nonpayable",
    "inputs": [
      {
        "type": "tuple",
        "name": "a",
        "components": [
          {
            "type": "bytes32",
            "name": "requestId"
          },
          {
            "type": "uint256",
            "name": "originChainId"
          },
          {
            "type": "bytes32",
            "name": "originUser"
          },
          {
            "type": "bytes32",
            "name": "originCurrency"
          },
          {
            "type": "uint256",
            "name": "originAmount"
          },
          {
            "type": "uint256",
            "name": "destinationChainId"
          },
          {
            "type": "bytes32",
            "name": "destinationUser"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
      },
      {
        "type": "tuple",
        "name": "terms",
        "components": [
          {
            "type": "address",
            "name": "token"
          },
          {
            "type": "uint256",
            "name": "minimum"
          },
          {
            "type": "uint256",
            "name": "maximum"
          },
          {
            "type": "address",
            "name": "recipient"
          },
          {
            "type": "uint48",
            "name": "deadline"
          },
          {
            "type": "bytes",
            "name": "authorizedCall"
          },
          {
            "type": "tuple[]",
            "name": "calls",
            "components": [
              {
                "type": "address",
                "name": "to"
              },
              {
                "type": "bytes",
                "name": "data"
              },
              {
                "type": "uint256",
                "name": "value"
              }
            ]
          }
        ]
      },
      {
        "type": "bytes",
        "name": "termsSignature"
      },
      {
        "type": "bytes32[]",
        "name": "recipientProof"
      }
    ],
    "outputs": []
  },
  {
    "name": "inspectFill",
    "type": "function",
    "stateMutability": "view",
    "inputs": [
      {
        "type": "tuple",
        "name": "a",
        "components": [
          {
            "type": "bytes32",
            "name": "requestId"
          },
          {
            "type": "uint256",
            "name": "originChainId"
          },
          {
            "type": "bytes32",
            "name": "originUser"
          },
          {
            "type": "bytes32",
            "name": "originCurrency"
          },
          {
            "type": "uint256",
            "name": "originAmount"
          },
          {
            "type": "uint256",
            "name": "destinationChainId"
          },
          {
            "type": "bytes32",
            "name": "destinationUser"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
      },
      {
        "type": "tuple",
        "name": "terms",
        "components": [
          {
            "type": "address",
            "name": "token"
          },
          {
            "type": "uint256",
            "name": "minimum"
          },
          {
            "type": "uint256",
            "name": "maximum"
          },
          {
            "type": "address",
            "name": "recipient"
          },
          {
            "type": "uint48",
            "name": "deadline"
          },
          {
            "type": "bytes",
            "name": "authorizedCall"
          },
          {
            "type": "tuple[]",
            "name": "calls",
            "components": [
              {
                "type": "address",
                "name": "to"
              },
              {
                "type": "bytes",
                "name": "data"
              },
              {
                "type": "uint256",
                "name": "value"
              }
            ]
          }
        ]
      },
      {
        "type": "bytes",
        "name": "termsSignature"
      },
      {
        "type": "bytes32[]",
        "name": "recipientProof"
      },
      {
        "type": "address",
        "name": "payer"
      },
      {
        "type": "uint256",
        "name": "amount"
      }
    ],
    "outputs": [
      {
        "type": "uint256",
        "name": "failed"
      }
    ]
  }
] as const
