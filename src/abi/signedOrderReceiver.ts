// Written from the interface until the contract is there; the build writes it anew.
export const signedOrderReceiverAbi = [
  {
    "name": "fill",
    "type": "function",
    "stateMutability": "payable",
    "inputs": [
      {
        "type": "tuple",
        "name": "order",
        "components": [
          {
            "type": "bytes32",
            "name": "versionHash"
          },
          {
            "type": "bytes32",
            "name": "solverChainIdHash"
          },
          {
            "type": "address",
            "name": "solver"
          },
          {
            "type": "uint256",
            "name": "salt"
          },
          {
            "type": "tuple[]",
            "name": "inputs",
            "components": [
              {
                "type": "tuple",
                "name": "payment",
                "components": [
                  {
                    "type": "string",
                    "name": "chainId"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "amount"
                  },
                  {
                    "type": "uint256",
                    "name": "weight"
                  }
                ]
              },
              {
                "type": "bytes32",
                "name": "refundsHash"
              }
            ]
          },
          {
            "type": "tuple",
            "name": "output",
            "components": [
              {
                "type": "string",
                "name": "chainId"
              },
              {
                "type": "tuple[]",
                "name": "payments",
                "components": [
                  {
                    "type": "bytes",
                    "name": "recipient"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "minimumAmount"
                  },
                  {
                    "type": "uint256",
                    "name": "expectedAmount"
                  }
                ]
              },
              {
                "type": "uint32",
                "name": "deadline"
              },
              {
                "type": "bytes[]",
                "name": "calls"
              },
              {
                "type": "bytes",
                "name": "extraData"
              }
            ]
          },
          {
            "type": "bytes32",
            "name": "feesHash"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
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
        "name": "order",
        "components": [
          {
            "type": "bytes32",
            "name": "versionHash"
          },
          {
            "type": "bytes32",
            "name": "solverChainIdHash"
          },
          {
            "type": "address",
            "name": "solver"
          },
          {
            "type": "uint256",
            "name": "salt"
          },
          {
            "type": "tuple[]",
            "name": "inputs",
            "components": [
              {
                "type": "tuple",
                "name": "payment",
                "components": [
                  {
                    "type": "string",
                    "name": "chainId"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "amount"
                  },
                  {
                    "type": "uint256",
                    "name": "weight"
                  }
                ]
              },
              {
                "type": "bytes32",
                "name": "refundsHash"
              }
            ]
          },
          {
            "type": "tuple",
            "name": "output",
            "components": [
              {
                "type": "string",
                "name": "chainId"
              },
              {
                "type": "tuple[]",
                "name": "payments",
                "components": [
                  {
                    "type": "bytes",
                    "name": "recipient"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "minimumAmount"
                  },
                  {
                    "type": "uint256",
                    "name": "expectedAmount"
                  }
                ]
              },
              {
                "type": "uint32",
                "name": "deadline"
              },
              {
                "type": "bytes[]",
                "name": "calls"
              },
              {
                "type": "bytes",
                "name": "extraData"
              }
            ]
          },
          {
            "type": "bytes32",
            "name": "feesHash"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
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
        "name": "order",
        "components": [
          {
            "type": "bytes32",
            "name": "versionHash"
          },
          {
            "type": "bytes32",
            "name": "solverChainIdHash"
          },
          {
            "type": "address",
            "name": "solver"
          },
          {
            "type": "uint256",
            "name": "salt"
          },
          {
            "type": "tuple[]",
            "name": "inputs",
            "components": [
              {
                "type": "tuple",
                "name": "payment",
                "components": [
                  {
                    "type": "string",
                    "name": "chainId"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "amount"
                  },
                  {
                    "type": "uint256",
                    "name": "weight"
                  }
                ]
              },
              {
                "type": "bytes32",
                "name": "refundsHash"
              }
            ]
          },
          {
            "type": "tuple",
            "name": "output",
            "components": [
              {
                "type": "string",
                "name": "chainId"
              },
              {
                "type": "tuple[]",
                "name": "payments",
                "components": [
                  {
                    "type": "bytes",
                    "name": "recipient"
                  },
                  {
                    "type": "bytes",
                    "name": "currency"
                  },
                  {
                    "type": "uint256",
                    "name": "minimumAmount"
                  },
                  {
                    "type": "uint256",
                    "name": "expectedAmount"
                  }
                ]
              },
              {
                "type": "uint32",
                "name": "deadline"
              },
              {
                "type": "bytes[]",
                "name": "calls"
              },
              {
                "type": "bytes",
                "name": "extraData"
              }
            ]
          },
          {
            "type": "bytes32",
            "name": "feesHash"
          }
        ]
      },
      {
        "type": "bytes",
        "name": "signature"
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
